import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import { notFound, Refusal } from '../errors.ts';
import { sendError } from './error-envelope.ts';

/** What routes there are, by their paths. */
class KnownPaths {
  readonly #fixed = new Map<string, Set<string>>();
  readonly #withParameters = new Map<string, { shape: RegExp; segments: number; methods: Set<string> }>();

  add(url: string, methods: string[]): void {
    const known = this.#fixed.get(url) ?? this.#withParameters.get(url)?.methods;
    if (known) for (const method of methods) known.add(method);
    else if (isFixed(url)) this.#fixed.set(url, new Set(methods));
    else {
      const shape = new RegExp(`^${withoutSlash(url).replace(/:[^/]+/g, '[^/]+')}$`);
      this.#withParameters.set(url, { shape, segments: countSegments(url), methods: new Set(methods) });
    }
  }

  /** Of each path without parameters, the methods that only a route such as `/:id` has. */
  *listForeign(): Generator<{ url: string; foreign: string[] }> {
    for (const [url, own] of this.#fixed)
      yield { url, foreign: this.#findShaped(url).filter((method) => !own.has(method)) };
  }

  /** The methods of a path; those of routes such as `/:id` only if no route is for it alone. */
  methodsAt(path: string): string[] {
    const fixed = this.#fixed.get(withoutSlash(path)) ?? this.#fixed.get(`${withoutSlash(path)}/`);
    return fixed ? [...fixed] : this.#findShaped(path);
  }

  #findShaped(path: string): string[] {
    const segments = countSegments(path);
    const matching = [...this.#withParameters.values()].filter(
      (known) => known.segments === segments && known.shape.test(withoutSlash(path)),
    );
    return [...new Set(matching.flatMap(({ methods }) => [...methods]))];
  }
}

const isFixed = (url: string) => !url.includes(':');
const withoutSlash = (url: string) => url.replace(/\/$/, '');
const countSegments = (url: string) => withoutSlash(url).split('/').length;

/** Undefined if there is no such page. */
type PageHandler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply | undefined>;

/** Answers an unknown path with a page or 404, and a known path with another method with 405 and Allow. */
export function answerUnknownRoutes(app: FastifyInstance): void {
  const known = new KnownPaths();
  let answerPage: PageHandler = async () => undefined;
  let isComplete = false;
  app.addHook('onRoute', ({ url, method }) => {
    // Routes that are added later only refuse.
    if (isComplete) return;
    known.add(url, [method].flat());
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
function reserveFixedPaths(app: FastifyInstance, known: KnownPaths): void {
  for (const { url, foreign } of known.listForeign()) {
    if (foreign.length === 0) continue;
    const refuse = (request: FastifyRequest, reply: FastifyReply) =>
      void answerUnknown(known, request, reply);
    const method = foreign as HTTPMethods[];
    app.route({ method, url, config: { access: 'public' }, onRequest: refuse, handler: refuse });
  }
}

const requestPath = (request: FastifyRequest) => request.url.split('?', 1)[0] as string;

const isKnown = (known: KnownPaths, request: FastifyRequest) =>
  known.methodsAt(requestPath(request)).length > 0;

function answerUnknown(known: KnownPaths, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const methods = known.methodsAt(requestPath(request));
  if (methods.length === 0) return sendError(notFound('Route'), request, reply);
  reply.header('allow', methods.sort().join(', '));
  if (request.method === 'OPTIONS') return reply.code(204).send();
  return sendError(
    new Refusal('METHOD_NOT_ALLOWED', `${request.method} is not allowed here`),
    request,
    reply,
  );
}
