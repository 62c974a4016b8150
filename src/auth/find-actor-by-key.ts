import { type Clock, minuteMs } from '../platform/clock.ts';
import { hashToken } from '../platform/crypto.ts';
import type { Database } from '../platform/db/index.ts';
import { type Actor, buildActor, type Scope, scopeWithoutRequest } from '../users/index.ts';
import { findApiKeyByHash, splitProjects, splitScopes, touchApiKey } from './api-key-store.ts';

export const lastUsedPrecisionMs = 10 * minuteMs;

/** Builds a scope from an API key, for entry points other than HTTP; undefined when the key is unknown or expired. */
export async function findScopeByKey(db: Database, clock: Clock, key: string): Promise<Scope | undefined> {
  const actor = await findActorByKey(db, key, clock.now());
  return actor && scopeWithoutRequest(db, clock, actor);
}

export async function findActorByKey(db: Database, key: string, now: number): Promise<Actor | undefined> {
  const found = await findApiKeyByHash(db.reads, { keyHash: hashToken(key), now });
  if (!found) return undefined;
  if (now - (found.lastUsedAt ?? 0) >= lastUsedPrecisionMs) {
    await db.transaction((tx) => touchApiKey(tx, { id: found.id, now }));
  }
  const { id, scopes, projectIds } = found;
  return buildActor(found, {
    kind: 'api-key',
    id,
    scopes: splitScopes(scopes),
    ...(projectIds !== null && { projectIds: splitProjects(projectIds) }),
  });
}
