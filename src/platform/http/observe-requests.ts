import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** The time of arrival, by the monotonic clock. */
    arrivedAtMs: number;
  }
  interface FastifyInstance {
    openStreams: { count: number };
  }
}

export interface ObservedRequest {
  requestId: string;
  method: string;
  /** The pattern of the route, never the path. */
  route: string;
  status: number;
  /** The time from arrival to the start of the answer. Undefined for a request that waited on purpose. */
  ms: number | undefined;
}

const unmatched = 'unmatched';

/** Calls `observe` when the answer begins. */
export function observeRequests(app: FastifyInstance, observe: (observed: ObservedRequest) => void): void {
  app.answerSteps.push((request, reply) => {
    const { url: route = unmatched, config } = request.routeOptions;
    const ms = config.mayWait ? undefined : performance.now() - request.arrivedAtMs;
    observe({ requestId: request.id, method: request.method, route, status: reply.statusCode, ms });
  });
}
