import { forbiddenBecause } from '../platform/errors.ts';
import type { Page } from '../platform/paging.ts';
import type { Actor, Scope } from '../users/index.ts';
import { type AuditFilter, type ListedAuditEntry, listAuditEntries } from './audit-store.ts';
import { recordAdminRead } from './record-audit.ts';

export type { ListedAuditEntry };

/** Administrators themselves: an agent of an administrator does not read who did what. */
const canReadAudit = ({ role, agent }: Actor): boolean => role === 'ADMIN' && agent === undefined;

export function assertMayReadAudit(actor: Actor): void {
  if (!canReadAudit(actor)) throw forbiddenBecause('Only administrators can read the audit log');
}

export async function listAudit(scope: Scope, filter: AuditFilter, page: Page) {
  assertMayReadAudit(scope.actor);
  await recordAdminRead(scope, 'audit.read');
  return listAuditEntries(scope.db.workerReads, filter, page);
}
