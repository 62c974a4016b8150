import type { FastifyInstance } from 'fastify';
import { forbiddenBecause } from '../platform/errors.ts';

/**
 * Refuses cross-site request forgery: with a request that another site makes, a browser sends our cookie, but also
 * the Origin of that site.
 */
export function refuseForeignOrigins(app: FastifyInstance, ownOrigins: string[]): void {
  app.requestSteps.push((request) => {
    const { origin } = request.headers;
    if (origin === undefined || isSafeMethod(request.method)) return undefined;
    if (ownOrigins.includes(origin) || parseHost(origin) === request.host) return undefined;
    return forbiddenBecause('This request comes from another site');
  });
}

function parseHost(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined;
}

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Whether the method is safe in the sense of RFC 9110: it changes nothing. */
export const isSafeMethod = (method: string) => safeMethods.has(method);
