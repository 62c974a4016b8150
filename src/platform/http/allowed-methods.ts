import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import { notFound, Refusal } from '../errors.ts';
import { sendError } from './error-envelope.ts';

interface KnownRoute {
  url: string;
  shape: RegExp;
  methods: string[];
}

/** Tells an unknown address (404) from a known one with another method (405 with Allow). */
export function answerUnknownRoutes(app: FastifyInstance): void {
  const known: KnownRoute[] = [];
  let isComplete = false;
  app.addHook('onRoute', ({ url, method }) => {
    // What comes after is there to refuse.
    if (isComplete) return;
    const shape = new RegExp(`^${url.replace(/\/$/, '').replace(/:[^/]+/g, '[^/]+')}/?$`);
    known.push({ url, shape, methods: [method].flat() });
  });
  app.setNotFoundHandler((request, reply) => answerUnknown(known, request, reply));
  app.decorate('keepNamedAddresses', () => {
    isComplete = true;
    keepNamedAddresses(app, known);
  });
}

declare module 'fastify' {
  interface FastifyInstance {
    /** `/api/tickets/stats` is never the ticket `stats`: to be called when every route is there. */
    keepNamedAddresses(): void;
  }
}

/** Where an address is spelled out, the methods of `/:id` beside it do not reach it. */
function keepNamedAddresses(app: FastifyInstance, known: KnownRoute[]): void {
  for (const url of new Set(known.filter(isNamed).map((route) => route.url))) {
    const own = methodsAt(known, url);
    const others = known.filter((route) => route.shape.test(url)).flatMap(({ methods }) => methods);
    const foreign = [...new Set(others)].filter((method) => !own.has(method)) as HTTPMethods[];
    if (foreign.length === 0) continue;
    const refuse = (request: FastifyRequest, reply: FastifyReply) =>
      void answerUnknown(known, request, reply);
    app.route({ method: foreign, url, config: { access: 'public' }, onRequest: refuse, handler: refuse });
  }
}

const isNamed = ({ url }: KnownRoute) => !/[:*]/.test(url);

function methodsAt(known: KnownRoute[], path: string): Set<string> {
  const matching = known.filter(({ shape }) => shape.test(path));
  const named = matching.filter(isNamed);
  return new Set((named.length > 0 ? named : matching).flatMap(({ methods }) => methods));
}

function answerUnknown(known: KnownRoute[], request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const methods = methodsAt(known, request.url.split('?', 1)[0] as string);
  if (methods.size === 0) return sendError(notFound('Route'), request, reply);
  reply.header('allow', [...methods].sort().join(', '));
  if (request.method === 'OPTIONS') return reply.code(204).send();
  return sendError(
    new Refusal('METHOD_NOT_ALLOWED', `${request.method} is not possible here`),
    request,
    reply,
  );
}
