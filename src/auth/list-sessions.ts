import type { Page } from '../platform/paging.ts';
import type { Scope } from '../users/index.ts';
import { countSessionsOf, listSessionsOf } from './session-store.ts';

/** The actor's sessions, newest first. */
export async function listSessions({ actor, db, clock }: Scope, { limit, offset }: Page) {
  const now = clock.now();
  const total = await countSessionsOf(db.reads, actor.userId, now);
  return { total, rows: await listSessionsOf(db.reads, actor.userId, now, limit, offset) };
}
