import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';

export interface SideListener {
  port: number;
  close(): Promise<void>;
}

/** Another port of the same server that leads only to some of its paths, so that a firewall can tell them apart. */
export async function listenOnSidePort(
  app: FastifyInstance,
  { host, port, paths }: { host: string; port: number; paths: RegExp },
): Promise<SideListener> {
  // Here, because whoever imports it loads Node's own fetch with it: a tenth of a start.
  const http = await import('node:http');
  const server = http.createServer(
    { requireHostHeader: false, requestTimeout: 60_000 },
    (request, response) => {
      // An address that no route has: the refusal comes in the envelope, as for every other unknown one.
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
