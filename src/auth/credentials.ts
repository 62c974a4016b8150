import { recordAudit } from '../audit/index.ts';
import { notFound } from '../platform/errors.ts';
import type { Page } from '../platform/paging.ts';
import type { Scope } from '../users/index.ts';
import { listUserApiKeys } from './api-key-store.ts';
import { assertSession } from './assert-session.ts';
import { endConnections } from './connections/connections.ts';
import { deleteApiKey as deleteApiKeyOf } from './delete-api-key.ts';
import {
  deleteOtherUserSessions,
  deleteSession,
  deleteUserSessions,
  listUserSessions,
} from './session-store.ts';

/** The actor's sessions, newest first. */
export const listSessions = ({ actor, db, clock }: Scope, page: Page) =>
  listUserSessions(db.reads, { userId: actor.userId, now: clock.now() }, page);

export async function revokeSession(scope: Scope, id: string): Promise<string> {
  assertSession(scope.actor);
  return scope.write(async (tx) => {
    if ((await deleteSession(tx, { id, userId: scope.actor.userId })) === 0) throw notFound('Session');
    await recordAudit(tx, scope, 'session.ended', { kind: 'session', id });
    return id;
  });
}

/** Signs the actor out everywhere, connected applications included; `keepsCurrent` excepts the session of the request. */
export async function revokeSessions(scope: Scope, keepsCurrent: boolean): Promise<number> {
  const { actor } = scope;
  assertSession(actor);
  return scope.write(async (tx) => {
    const sessions = keepsCurrent
      ? await deleteOtherUserSessions(tx, { userId: actor.userId, id: actor.credential.id })
      : await deleteUserSessions(tx, { userId: actor.userId });
    const subject = { kind: 'user', id: actor.userId, name: actor.name } as const;
    await recordAudit(tx, scope, 'user.sessions_ended', subject, { sessions });
    await endConnections(tx, scope, subject);
    return sessions;
  });
}

/** The actor's keys, newest first. */
export const listApiKeys = ({ actor, db }: Scope, page: Page) =>
  listUserApiKeys(db.reads, { userId: actor.userId }, page);

/** A key may end itself, as `docket logout` does; other keys are managed in a session. */
export async function deleteApiKey(scope: Scope, id: string): Promise<string> {
  if (scope.actor.credential.id !== id) assertSession(scope.actor);
  return scope.write((tx) => deleteApiKeyOf(tx, scope, scope.actor.userId, id));
}
