import type { Page } from '../platform/paging.ts';
import type { Scope } from '../users/index.ts';
import { countApiKeysOf, listApiKeysOf } from './api-key-store.ts';

/** The actor's keys, newest first. */
export async function listApiKeys({ actor, db }: Scope, { limit, offset }: Page) {
  const total = await countApiKeysOf(db.reads, actor.userId);
  return { total, rows: await listApiKeysOf(db.reads, actor.userId, limit, offset) };
}
