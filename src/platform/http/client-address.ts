import type { FastifyInstance } from 'fastify';
import { findClientAddress, type TrustedProxies } from '../trusted-proxies.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The address of the client, behind the proxies that are trusted. */
    readonly clientAddress: string;
  }
}

export function installClientAddress(app: FastifyInstance, trusted: TrustedProxies): void {
  app.decorateRequest('clientAddress', {
    getter() {
      return findClientAddress(this.socket.remoteAddress ?? '', this.headers['x-forwarded-for'], trusted);
    },
  });
}
