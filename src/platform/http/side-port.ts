import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';

export interface SideListener {
  port: number;
  close(): Promise<void>;
}

/** Listens on another port that serves only some paths of the app, so that a firewall can treat them differently. */
export async function listenOnSidePort(
  app: FastifyInstance,
  { host, port, paths }: { host: string; port: number; paths: RegExp },
): Promise<SideListener> {
  // Imported on use: node:http loads Node's fetch, a tenth of a start.
  const http = await import('node:http');
  const server = http.createServer(
    { requireHostHeader: false, requestTimeout: 60_000 },
    (request, response) => {
      // No route has this path, so the answer is the usual 404 in the envelope.
      if (!paths.test(request.url ?? '')) request.url = '/not-on-this-port';
      app.routing(request, response);
    },
  );
  server.listen(port, host);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      server.close();
      server.closeIdleConnections();
      await once(server, 'close');
    },
  };
}
