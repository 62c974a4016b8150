import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import { notFound, Refusal } from '../errors.ts';
import { sendError } from './error-envelope.ts';

interface KnownRoute {
  url: string;
  shape: RegExp;
  methods: string[];
}

/** Undefined if there is no such page. */
type PageHandler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply | undefined>;

/** Answers an unknown path with a page or 404, and a known path with another method with 405 and Allow. */
export function answerUnknownRoutes(app: FastifyInstance): void {
  const known: KnownRoute[] = [];
  let answerPage: PageHandler = async () => undefined;
  let isComplete = false;
  app.addHook('onRoute', ({ url, method }) => {
    // Routes that are added later only refuse.
    if (isComplete) return;
    const shape = new RegExp(`^${url.replace(/\/$/, '').replace(/:[^/]+/g, '[^/]+')}/?$`);
    known.push({ url, shape, methods: [method].flat() });
  });
  app.setNotFoundHandler(async (request, reply) => {
    const isPageRequest = request.method === 'GET' || request.method === 'HEAD';
    const page = isPageRequest && !isKnown(known, request) && (await answerPage(request, reply));
    return page || answerUnknown(known, request, reply);
  });
  app.decorate('answerPagesWith', (handler: PageHandler) => {
    answerPage = handler;
  });
  app.decorate('reserveFixedPaths', () => {
    isComplete = true;
    reserveFixedPaths(app, known);
  });
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Makes sure that `/api/tickets/stats` is never the ticket `stats`. Call it after every route is added. */
    reserveFixedPaths(): void;
    /** Answers GET and HEAD of paths that no route has. */
    answerPagesWith(handler: PageHandler): void;
  }
}

/** Answers 405 on a path without parameters for the methods that only a route such as `/:id` has. */
function reserveFixedPaths(app: FastifyInstance, known: KnownRoute[]): void {
  for (const url of new Set(known.filter(isFixed).map((route) => route.url))) {
    const own = methodsAt(known, url);
    const others = known.filter((route) => route.shape.test(url)).flatMap(({ methods }) => methods);
    const foreign = [...new Set(others)].filter((method) => !own.has(method)) as HTTPMethods[];
    if (foreign.length === 0) continue;
    const refuse = (request: FastifyRequest, reply: FastifyReply) =>
      void answerUnknown(known, request, reply);
    app.route({ method: foreign, url, config: { access: 'public' }, onRequest: refuse, handler: refuse });
  }
}

const isFixed = ({ url }: KnownRoute) => !/[:*]/.test(url);

function methodsAt(known: KnownRoute[], path: string): Set<string> {
  const matching = known.filter(({ shape }) => shape.test(path));
  const fixed = matching.filter(isFixed);
  return new Set((fixed.length > 0 ? fixed : matching).flatMap(({ methods }) => methods));
}

const requestPath = (request: FastifyRequest) => request.url.split('?', 1)[0] as string;

const isKnown = (known: KnownRoute[], request: FastifyRequest) =>
  methodsAt(known, requestPath(request)).size > 0;

function answerUnknown(known: KnownRoute[], request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const methods = methodsAt(known, requestPath(request));
  if (methods.size === 0) return sendError(notFound('Route'), request, reply);
  reply.header('allow', [...methods].sort().join(', '));
  if (request.method === 'OPTIONS') return reply.code(204).send();
  return sendError(
    new Refusal('METHOD_NOT_ALLOWED', `${request.method} is not allowed here`),
    request,
    reply,
  );
}
