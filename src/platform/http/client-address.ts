import type { FastifyInstance } from 'fastify';
import { newClientAddressFinder, type TrustedProxies } from '../trusted-proxies.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The address of the client, behind the proxies that are trusted. */
    readonly clientAddress: string;
    /** Kept, because several hooks ask for it; empty until the first does. */
    foundAddress: string;
  }
}

export function installClientAddress(app: FastifyInstance, trusted: TrustedProxies): void {
  const findAddress = newClientAddressFinder(trusted);
  app.decorateRequest('foundAddress', '');
  app.decorateRequest('clientAddress', {
    getter() {
      this.foundAddress ||= findAddress(this.socket.remoteAddress ?? '', this.headers['x-forwarded-for']);
      return this.foundAddress;
    },
  });
}
