import type { Page } from '../platform/paging.ts';
import type { Scope } from '../users/index.ts';
import { listApiKeysOf } from './api-key-store.ts';

/** The actor's keys, newest first. */
export const listApiKeys = ({ actor, db }: Scope, page: Page) => listApiKeysOf(db.reads, actor.userId, page);
