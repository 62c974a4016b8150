import type { Page } from '../platform/paging.ts';
import type { Scope } from '../users/index.ts';
import { canReadWorkspace, getWorkspaceFor } from '../workspaces/index.ts';
import * as store from './seal-store.ts';

export async function listSeals({ db, actor }: Scope, workspaceId: string, page: Page) {
  await getWorkspaceFor(db.reads, actor, workspaceId, canReadWorkspace);
  return store.listSeals(db.reads, { workspaceId }, page);
}
