import type { Clock } from '../platform/clock.ts';
import type { Database, Queries, Tx, Work } from '../platform/db/index.ts';
import type { AcceptedVersions } from '../platform/versions.ts';
import type { Actor } from './actor.ts';

/** What a use case needs to know about the request that it serves, whichever entry point the request came through. */
export interface Scope {
  actor: Actor;
  db: Database;
  clock: Clock;
  acceptedVersions: AcceptedVersions;
  /** The HTTP request, for the audit log; absent for workers, commands and MCP over standard input. */
  request?: { id: string; address: string } | undefined;
  /** False for the demo team, whose past is invented. */
  isAudited?: false;
  /**
   * The result of `write` of the first request with the same Idempotency-Key. A use case that does something before
   * `write` that must not happen twice returns this instead.
   */
  repeated?: { value: unknown } | undefined;
  /**
   * Runs the one transaction of the request. With an Idempotency-Key its result is stored as JSON, and a repeat returns
   * the stored result without running anything.
   */
  write<T>(work: Work<T & Storable<T>>): Promise<T>;
}

/** A type whose values JSON preserves. */
type Storable<T> = unknown extends T ? T : T extends NotInJson ? never : { [K in keyof T]: Storable<T[K]> };
type NotInJson =
  | Date
  | Uint8Array
  | ReadonlyMap<unknown, unknown>
  | ReadonlySet<unknown>
  | bigint
  | symbol
  | ((...args: never[]) => unknown);

/** For `authorizeFirst` of routes with an `:id`: `get` throws unless the actor has the permission on that item. */
export const requirePermission =
  <Permission>(
    get: (queries: Queries, actor: Actor, id: string, permission: Permission) => Promise<unknown>,
    permission: Permission,
  ) =>
  ({ scope, params }: { scope: Pick<Scope, 'db' | 'actor'>; params: { id: string } }) =>
    get(scope.db.reads, scope.actor, params.id, permission);

/** For several use cases in one transaction: all of them are done, or none. */
export const scopeWithin = (tx: Tx, scope: Scope): Scope => ({
  actor: scope.actor,
  db: scope.db,
  clock: scope.clock,
  acceptedVersions: scope.acceptedVersions,
  request: scope.request,
  write: (work) => work(tx),
});

/** For workers, commands and MCP over standard input. */
export const scopeWithoutRequest = (db: Database, clock: Clock, actor: Actor): Scope => ({
  actor,
  db,
  clock,
  acceptedVersions: undefined,
  write: (work) => db.transaction(work),
});
