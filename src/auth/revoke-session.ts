import { notFound } from '../platform/errors.ts';
import type { Scope } from '../users/index.ts';
import { assertSession } from './assert-session.ts';
import { deleteSession } from './session-store.ts';

export async function revokeSession(scope: Scope, id: string): Promise<string> {
  assertSession(scope.actor);
  return scope.write(async (tx) => {
    if ((await deleteSession(tx, id, scope.actor.userId)) === 0) throw notFound('Session');
    return id;
  });
}
