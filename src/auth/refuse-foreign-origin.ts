import type { FastifyInstance } from 'fastify';
import { forbiddenBecause } from '../platform/errors.ts';
import { isSafe } from './safe-methods.ts';

/** A page of another site may make a browser send a request with our cookie; its Origin gives it away. */
export function refuseForeignOrigins(app: FastifyInstance, ownOrigins: string[]): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { origin } = request.headers;
    if (origin === undefined || isSafe(request.method)) return done();
    if (ownOrigins.includes(origin) || hostOf(origin) === request.host) return done();
    done(forbiddenBecause('This request comes from a page of another site'));
  });
}

function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined;
}
