import { forbiddenBecause } from '../platform/errors.ts';
import type { Page } from '../platform/paging.ts';
import { type Actor, isInSession, type Scope } from '../users/index.ts';
import { type AuditFilter, type ListedAuditEntry, listAuditEntries } from './audit-store.ts';
import { recordAdminRead } from './record-audit.ts';

export type { ListedAuditEntry };

/** Only administrators in a session may read it: neither their agents nor their API keys learn who did what. */
export function assertMayReadAudit(actor: Actor): void {
  if (actor.role !== 'ADMIN' || !isInSession(actor))
    throw forbiddenBecause('Only administrators in a session can read the audit log');
}

export async function listAudit(scope: Scope, filter: AuditFilter, page: Page) {
  assertMayReadAudit(scope.actor);
  await recordAdminRead(scope, 'audit.read');
  return listAuditEntries(scope.db.workerReads, filter, page);
}
