import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { newHttpServer } from './http-server.ts';

/**
 * New connections that wait to be accepted; the system may allow fewer (net.core.somaxconn). With Node's 511, some clients
 * of an overloaded server got a reset instead of a 503.
 */
export const connectionsWaitingMax = 4_096;

export interface SideListener {
  port: number;
  close(): Promise<void>;
}

/** Listens on another port that serves only some paths of the app, so that a firewall can treat them differently. */
export async function listenOnSidePort(
  app: FastifyInstance,
  { host, port, paths }: { host: string; port: number; paths: RegExp },
): Promise<SideListener> {
  const server = newHttpServer((request, response) => {
    // No route has this path, so the answer is the usual 404 in the envelope.
    if (!paths.test(request.url ?? '')) request.url = '/not-on-this-port';
    app.routing(request, response);
  });
  server.listen({ port, host, backlog: connectionsWaitingMax });
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
