import type { FastifyInstance } from 'fastify';
import { unauthorized } from '../platform/errors.ts';
import { observeRequests } from '../platform/http/index.ts';
import { mayScrape } from '../platform/metrics/index.ts';
import type { Monitoring } from './monitoring.ts';

interface RoutesContext {
  monitoring: Monitoring;
  config: { METRICS_TOKEN?: string | undefined; METRICS_LISTEN?: object | undefined };
}

/** Adds `/metrics` on the port of the API, although it is not part of the API, and measures every request. */
export function addMetricsRoutes(app: FastifyInstance, { monitoring, config }: RoutesContext): void {
  const { metrics, noteRequest } = monitoring;
  observeRequests(app, noteRequest);
  if (!metrics) return;
  metrics.addGauge('docket_http_streams', 'Open event streams.', () => app.openStreams.count);
  metrics.addCounter(
    'docket_http_refused_total',
    'Requests that were refused because the server was overloaded.',
    () => app.overloadRefusals.count,
  );
  const { METRICS_TOKEN: token, METRICS_LISTEN } = config;
  if (token === undefined || METRICS_LISTEN !== undefined) return;
  app.get('/metrics', { config: { access: 'public' } }, async (request, reply) => {
    if (!mayScrape(request.headers.authorization, token)) throw unauthorized();
    const { contentType, text } = await metrics.render();
    return reply.type(contentType).send(text);
  });
}
