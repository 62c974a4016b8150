import type { Clock } from '../platform/clock.ts';
import type { Database, Queries, Tx } from '../platform/db/index.ts';
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
  /** False for the demo team, which plays a past that nobody did. */
  isAudited?: false;
  /** Runs the one transaction of the request; over HTTP it also claims the Idempotency-Key. */
  write<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
}

/** For `authorizeFirst` of routes with an `:id`: `get` throws unless the actor has the permission on that item. */
export const requirePermission =
  <Permission>(
    get: (queries: Queries, actor: Actor, id: string, permission: Permission) => Promise<unknown>,
    permission: Permission,
  ) =>
  ({ scope, params }: { scope: Pick<Scope, 'db' | 'actor'>; params: { id: string } }) =>
    get(scope.db.reads, scope.actor, params.id, permission);
