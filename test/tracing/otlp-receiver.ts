import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface ReceivedSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  status: { code?: number; message?: string };
  attributes: Record<string, unknown>;
}

interface WireSpan extends Omit<ReceivedSpan, 'attributes'> {
  attributes: { key: string; value: Record<string, unknown> }[];
}

interface WireRequest {
  resourceSpans: {
    resource: { attributes: WireSpan['attributes'] };
    scopeSpans: { spans: WireSpan[] }[];
  }[];
}

/** An OTLP/HTTP collector on the loopback address, which keeps what it receives. */
export async function startOtlpReceiver() {
  const spans: ReceivedSpan[] = [];
  const resources: Record<string, unknown>[] = [];
  const bodies: string[] = [];
  const headers: Record<string, unknown>[] = [];
  const server = createServer(async (request, response) => {
    const body = await text(request);
    bodies.push(body);
    headers.push(request.headers);
    if (request.url === '/v1/traces') {
      for (const { resource, scopeSpans } of (JSON.parse(body) as WireRequest).resourceSpans) {
        resources.push(toRecord(resource.attributes));
        for (const span of scopeSpans.flatMap((scope) => scope.spans))
          spans.push({ ...span, attributes: toRecord(span.attributes) });
      }
    }
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    resources,
    bodies,
    headers,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

const toRecord = (attributes: WireSpan['attributes']) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
