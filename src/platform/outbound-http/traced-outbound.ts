import type { Tracing } from '../tracing/index.ts';
import type { OutboundHttp } from './outbound-http.ts';

/** Each outbound request is a span. The address is not recorded: users entered it, and it may have a secret. */
export function tracedOutbound(client: OutboundHttp, tracing: Tracing): OutboundHttp {
  const span = <T>(method: string, work: () => Promise<T>) =>
    tracing.span(
      `${method} outbound`,
      { kind: 'client', attributes: { 'http.request.method': method } },
      work,
    );
  return {
    ...client,
    send: (request) => span(request.method, () => client.send(request)),
    stream: (request, signal) => span(request.method, () => client.stream(request, signal)),
  };
}
