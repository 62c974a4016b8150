import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ListenAddress } from '../listen-address.ts';
import { mayScrape } from './may-scrape.ts';
import type { Metrics } from './metrics.ts';

export interface ScrapeListener {
  port: number;
  close(): Promise<void>;
}

/** Serves `/metrics` on an address of its own, also in processes without the API. */
export async function listenForScrapes(
  metrics: Metrics,
  { host, port, token }: ListenAddress & { token: string | undefined },
): Promise<ScrapeListener> {
  // Imported on use: node:http loads Node's fetch, a tenth of a start.
  const http = await import('node:http');
  const server = http.createServer({ requestTimeout: 10_000 }, (request, response) => {
    void answer(metrics, token, request, response);
  });
  server.listen(port, host);
  await once(server, 'listening');
  server.unref();
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

async function answer(
  metrics: Metrics,
  token: string | undefined,
  { url, method, headers }: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const refuse = (status: number, sentence: string) =>
    response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(`${sentence}\n`);
  if (url?.split('?', 1)[0] !== '/metrics') return void refuse(404, 'Only /metrics is here.');
  if (method !== 'GET' && method !== 'HEAD') return void refuse(405, 'Only GET is supported.');
  if (token !== undefined && !mayScrape(headers.authorization, token)) {
    return void refuse(401, 'Send the METRICS_TOKEN as "Authorization: Bearer …".');
  }
  try {
    const { contentType, text } = await metrics.render();
    response.writeHead(200, { 'content-type': contentType }).end(method === 'HEAD' ? undefined : text);
  } catch {
    refuse(500, 'The metrics could not be read.');
  }
}
