import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { notFound, Refusal } from '../errors.ts';
import { sendError } from './error-envelope.ts';

/** Tells an unknown address (404) from a known one with another method (405 with Allow). */
export function answerUnknownRoutes(app: FastifyInstance): void {
  const known: { shape: RegExp; methods: string[] }[] = [];
  app.addHook('onRoute', ({ url, method }) => {
    const shape = new RegExp(`^${url.replace(/\/$/, '').replace(/:[^/]+/g, '[^/]+')}/?$`);
    known.push({ shape, methods: [method].flat() });
  });

  app.setNotFoundHandler((request: FastifyRequest, reply: FastifyReply) => {
    const path = request.url.split('?', 1)[0] as string;
    const methods = new Set(known.filter(({ shape }) => shape.test(path)).flatMap((entry) => entry.methods));
    if (methods.size === 0) return sendError(notFound('Route'), request, reply);
    reply.header('allow', [...methods].sort().join(', '));
    if (request.method === 'OPTIONS') return reply.code(204).send();
    return sendError(
      new Refusal('METHOD_NOT_ALLOWED', `${request.method} is not possible here`),
      request,
      reply,
    );
  });
}
