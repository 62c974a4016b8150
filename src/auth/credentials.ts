import { notFound } from '../platform/errors.ts';
import type { Page } from '../platform/paging.ts';
import type { Scope } from '../users/index.ts';
import { deleteApiKey as deleteApiKeyRow, listApiKeysOf } from './api-key-store.ts';
import { assertSession } from './assert-session.ts';
import { deleteOtherSessionsOf, deleteSession, deleteSessionsOf, listSessionsOf } from './session-store.ts';

/** The actor's sessions, newest first. */
export const listSessions = ({ actor, db, clock }: Scope, page: Page) =>
  listSessionsOf(db.reads, actor.userId, clock.now(), page);

export async function revokeSession(scope: Scope, id: string): Promise<string> {
  assertSession(scope.actor);
  return scope.write(async (tx) => {
    if ((await deleteSession(tx, id, scope.actor.userId)) === 0) throw notFound('Session');
    return id;
  });
}

/** Signs the actor out everywhere; `keepsCurrent` excepts the session of the request. */
export async function revokeSessions(scope: Scope, keepsCurrent: boolean): Promise<number> {
  const { actor } = scope;
  assertSession(actor);
  return scope.write((tx) =>
    keepsCurrent
      ? deleteOtherSessionsOf(tx, actor.userId, actor.credential.id)
      : deleteSessionsOf(tx, actor.userId),
  );
}

/** The actor's keys, newest first. */
export const listApiKeys = ({ actor, db }: Scope, page: Page) => listApiKeysOf(db.reads, actor.userId, page);

export async function deleteApiKey(scope: Scope, id: string): Promise<string> {
  assertSession(scope.actor);
  return scope.write(async (tx) => {
    if ((await deleteApiKeyRow(tx, id, scope.actor.userId)) === 0) throw notFound('API key');
    return id;
  });
}
