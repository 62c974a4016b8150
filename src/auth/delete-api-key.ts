import { notFound } from '../platform/errors.ts';
import type { Scope } from '../users/index.ts';
import { deleteApiKey as deleteApiKeyRow } from './api-key-store.ts';
import { assertSession } from './assert-session.ts';

export async function deleteApiKey(scope: Scope, id: string): Promise<string> {
  assertSession(scope.actor);
  return scope.write(async (tx) => {
    if ((await deleteApiKeyRow(tx, id, scope.actor.userId)) === 0) throw notFound('API key');
    return id;
  });
}
