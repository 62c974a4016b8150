import type { FastifyInstance } from 'fastify';
import { forbiddenBecause } from '../platform/errors.ts';
import { isSafeMethod } from './safe-methods.ts';

/** Refuses cross-site request forgery: a browser sends our cookie with requests of other sites, but also their Origin. */
export function refuseForeignOrigins(app: FastifyInstance, ownOrigins: string[]): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const { origin } = request.headers;
    if (origin === undefined || isSafeMethod(request.method)) return done();
    if (ownOrigins.includes(origin) || hostOf(origin) === request.host) return done();
    done(forbiddenBecause('This request comes from another site'));
  });
}

function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined;
}
