import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { newClientAddressFinder, type TrustedProxies } from '../trusted-proxies.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The address of the client, behind the proxies that are trusted. */
    readonly clientAddress: string;
    /** Cached, because several hooks need it; empty until then. */
    foundAddress: string;
  }
}

type FindAddress = (request: IncomingMessage) => string;

export function addressOfRequest(trusted: TrustedProxies): FindAddress {
  const find = newClientAddressFinder(trusted);
  return ({ socket, headers }) => find(socket.remoteAddress ?? '', headers['x-forwarded-for']);
}

export function installClientAddress(app: FastifyInstance, findAddress: FindAddress): void {
  app.decorateRequest('foundAddress', '');
  app.decorateRequest('clientAddress', {
    getter() {
      this.foundAddress ||= findAddress(this.raw);
      return this.foundAddress;
    },
  });
}
