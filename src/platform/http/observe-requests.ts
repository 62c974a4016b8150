import type { FastifyInstance, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** By the monotonic clock. */
    arrivedAtMs: number;
  }
  interface FastifyInstance {
    openStreams: { count: number };
  }
}

export interface ObservedRequest {
  request: FastifyRequest;
  method: string;
  /** The pattern of the route, never the path. */
  route: string;
  status: number;
  /** From the arrival to the start of the answer. Undefined for a request that waited on purpose. */
  ms: number | undefined;
}

const unmatched = 'unmatched';

/** Calls `observe` when the answer begins. Call it after every other hook: those may still change the status. */
export function observeRequests(app: FastifyInstance, observe: (observed: ObservedRequest) => void): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    const { url: route = unmatched, config } = request.routeOptions;
    const ms = config.mayWait ? undefined : performance.now() - request.arrivedAtMs;
    observe({ request, method: request.method, route, status: reply.statusCode, ms });
    done(null, payload);
  });
}
