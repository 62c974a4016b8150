import { type AuditSource, recordAudit } from '../../audit/index.ts';
import { dayMs } from '../../platform/clock.ts';
import { hashToken } from '../../platform/crypto.ts';
import type { Database, Tx } from '../../platform/db/index.ts';
import { conflict, notFound } from '../../platform/errors.ts';
import type { Page } from '../../platform/paging.ts';
import { type Actor, buildActor, type Scope } from '../../users/index.ts';
import { splitProjects, splitScopes } from '../api-key-store.ts';
import { assertSession } from '../assert-session.ts';
import { lastUsedPrecisionMs } from '../find-actor-by-key.ts';
import {
  countConnections,
  deleteUserCodes,
  deleteUserConnection,
  deleteUserConnections,
  findAccessToken,
  listUserConnections,
  sweepAccessTokens,
  sweepCodes,
  sweepExpiredConnections,
  touchConnection,
} from './connection-store.ts';

const connectionsMax = 100;
const usedCodesKeptMs = dayMs;

/**
 * The person of an access token, with the scopes and projects that they allowed. The credential is that of an API key: the
 * same rules limit it, at each request.
 */
export async function findActorByAccessToken(
  db: Database,
  token: string,
  now: number,
): Promise<Actor | undefined> {
  const found = await findAccessToken(db.reads, { tokenHash: hashToken(token), now });
  if (!found) return undefined;
  const { id, scopes, projectIds } = found;
  if (now - (found.lastUsedAt ?? 0) >= lastUsedPrecisionMs)
    await db.transaction((tx) => touchConnection(tx, { id, now }));
  return buildActor(found, {
    kind: 'api-key',
    id,
    scopes: splitScopes(scopes),
    ...(projectIds !== null && { projectIds: splitProjects(projectIds) }),
  });
}

/** The actor's connections, newest first. */
export const listConnections = ({ actor, db, clock }: Scope, page: Page) =>
  listUserConnections(db.reads, { userId: actor.userId, now: clock.now() }, page);

export async function revokeConnection(scope: Scope, id: string): Promise<string> {
  const { actor } = scope;
  assertSession(actor);
  return scope.write(async (tx) => {
    const ended = await deleteUserConnection(tx, { id, userId: actor.userId });
    if (!ended) throw notFound('Connection');
    const subject = { kind: 'connection', id, name: ended.clientName } as const;
    await recordAudit(tx, scope, 'connection.revoked', subject, { userId: actor.userId, by: 'person' });
    return id;
  });
}

/** Ends every connection of an account, and the codes that would make one. */
export async function endConnections(
  tx: Tx,
  source: AuditSource,
  { id, name }: { id: string; name: string },
): Promise<void> {
  await deleteUserCodes(tx, { userId: id });
  const connections = await deleteUserConnections(tx, { userId: id });
  if (connections === 0) return;
  await recordAudit(tx, source, 'connections.revoked', { kind: 'user', id, name }, { connections });
}

/** Call it first in the transaction: the lock makes parallel requests wait, or each would count without the other. */
export async function assertMayConnect(tx: Tx, { actor, clock }: Scope): Promise<void> {
  await tx.advisoryLock(`connections ${actor.userId}`);
  if ((await countConnections(tx, { userId: actor.userId, now: clock.now() })) < connectionsMax) return;
  throw conflict(`You have ${connectionsMax} connections, the maximum. Revoke one first.`);
}

export async function sweepConnections(tx: Tx, now: number): Promise<void> {
  await sweepAccessTokens(tx, { now });
  await sweepExpiredConnections(tx, { now });
  await sweepCodes(tx, { before: now - usedCodesKeptMs });
}
