import type { Clock } from '../platform/clock.ts';
import type { Database, Tx } from '../platform/db/index.ts';
import type { Actor } from './actor.ts';

/** Everything a verb needs to know about the request it serves, and nothing of HTTP. */
export interface Scope {
  actor: Actor;
  db: Database;
  clock: Clock;
  /** The versions the caller still accepts (If-Match); undefined when any will do. */
  acceptedVersions: number[] | undefined;
  /** The one transaction of the request. */
  write<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set on every route that is not public. */
    scope: Scope;
  }
}
