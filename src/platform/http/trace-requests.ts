import type { FastifyInstance } from 'fastify';
import type { TracedRequest, Tracing } from '../tracing/index.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Null when nothing is traced. */
    trace: TracedRequest | null;
  }
}

const unmatched = 'unmatched';

/** Each request is a span, and what it does is below it. Neither path nor query nor address of the client is recorded. */
export function traceRequests(app: FastifyInstance, tracing: Tracing): void {
  app.decorateRequest('trace', null);
  app.addHook('onRequest', (request, reply, done) => {
    const { url: route = unmatched } = request.routeOptions;
    const { method, headers, id } = request;
    const trace = tracing.startRequest(`${method} ${route}`, headers, {
      'http.request.method': method,
      'http.route': route,
      'docket.request_id': id,
    });
    request.trace = trace;
    reply.raw.once('close', () => {
      const { statusCode } = reply.raw;
      trace.setAttributes({ 'http.response.status_code': statusCode });
      trace.end(statusCode >= 500 ? `status ${statusCode}` : undefined);
    });
    trace.run(done);
  });
  // The body arrives in socket events, which do not carry the context of the request.
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.trace) request.trace.run(done);
    else done();
  });
}
