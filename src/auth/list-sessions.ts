import type { Page } from '../platform/paging.ts';
import type { Scope } from '../users/index.ts';
import { listSessionsOf } from './session-store.ts';

/** The actor's sessions, newest first. */
export const listSessions = ({ actor, db, clock }: Scope, page: Page) =>
  listSessionsOf(db.reads, actor.userId, clock.now(), page);
