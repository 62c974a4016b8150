import { type AuditSource, recordAdminRead, recordAudit } from '../../audit/index.ts';
import { recordEvent } from '../../events/index.ts';
import type { Database, Tx } from '../../platform/db/index.ts';
import { conflict, forbiddenBecause, notFound } from '../../platform/errors.ts';
import type { Page } from '../../platform/paging.ts';
import {
  type Actor,
  canManageInstance,
  getUserByEmail,
  type InstanceRole,
  isInSession,
  isReadOnly,
  type Scope,
  updateUserActive,
  updateUserRole,
} from '../../users/index.ts';
import { userDisabled, userEnabled, userRoleChanged } from '../account-events.ts';
import { assertSession } from '../assert-session.ts';
import { deleteAllApiKeys } from '../delete-api-key.ts';
import { markEmailVerified } from '../email/verify-email.ts';
import { endPendingAccess } from '../end-pending-access.ts';
import { createPasswordLinkFor } from '../passwords/password-link.ts';
import { deleteUserSessions } from '../session-store.ts';
import type { AccountFilter, PersonAccount } from './account-list-store.ts';
import * as store from './account-list-store.ts';

export type { PersonAccount };

export async function listAccounts(scope: Scope, filter: AccountFilter, page: Page) {
  assertMaySeeAccounts(scope.actor);
  await recordAdminRead(scope, 'users.read');
  return store.listAccountRows(scope.db.workerReads, filter, page);
}

export async function getAccount({ db, actor }: Scope, id: string): Promise<PersonAccount> {
  assertMaySeeAccounts(actor);
  return found(await store.findAccount(db.reads, { id }));
}

interface AccountChanges {
  role?: InstanceRole | undefined;
  active?: boolean | undefined;
  /** Administrators can only set it to true, for a person whose mail does not arrive. */
  emailVerified?: boolean | undefined;
}

/**
 * Changes the instance role, or disables or enables an account. Disabling ends its sessions, API keys and password links;
 * tickets, comments and memberships stay. Its agents are locked out as long as it is disabled.
 */
export async function changeAccount(
  scope: Scope,
  id: string,
  changes: AccountChanges,
): Promise<PersonAccount> {
  assertMayAdminister(scope.actor);
  return scope.write((tx) => applyAccountChanges(tx, scope, id, changes));
}

/** For the command line; the event has no actor, because an operator of the machine need not have an account. */
export async function changeAccountByEmail(
  db: Database,
  source: AuditSource,
  email: string,
  changes: AccountChanges,
): Promise<PersonAccount> {
  return db.transaction(async (tx) => {
    const { id } = await getUserByEmail(tx, email);
    return applyAccountChanges(tx, source, id, changes);
  });
}

async function applyAccountChanges(
  tx: Tx,
  source: AuditSource,
  id: string,
  changes: AccountChanges,
): Promise<PersonAccount> {
  // Two administrators who demote each other at the same moment must not both succeed.
  await tx.advisoryLock('administrators');
  const before = found(await store.findAccount(tx, { id }));
  const { role = before.role, active = before.active === 1 } = changes;
  const losesAdmin = before.role === 'ADMIN' && before.active === 1 && (role !== 'ADMIN' || !active);
  if (losesAdmin && !(await store.hasOtherAdmin(tx, { id })))
    throw conflict('This is the last administrator. Make somebody else an administrator first.');
  if (!active && id === source.actor?.userId) throw conflict('You cannot disable your own account.');

  const now = Math.max(source.clock.now(), before.updatedAt + 1);
  const actorId = source.actor?.userId ?? null;
  const user = { id, name: before.name };
  const subject = { kind: 'user', ...user } as const;
  if (role !== before.role) {
    await updateUserRole(tx, { id, role, now });
    const data = { user, changes: { role: { from: before.role, to: role } } };
    await recordEvent(tx, userRoleChanged, { at: now, actorId, data });
    await recordAudit(tx, source, 'user.role_changed', subject, data.changes.role);
  }
  if (active !== (before.active === 1)) {
    await updateUserActive(tx, id, active, now);
    if (!active) {
      await deleteUserSessions(tx, { userId: id });
      await deleteAllApiKeys(tx, source, user);
      await endPendingAccess(tx, source, user);
    }
    const type = active ? userEnabled : userDisabled;
    await recordEvent(tx, type, { at: now, actorId, data: { user } });
    await recordAudit(tx, source, active ? 'user.enabled' : 'user.disabled', subject);
  }
  if (changes.emailVerified && before.emailProven === 0) await markEmailVerified(tx, source, user);
  return found(await store.findAccount(tx, { id }));
}

/** A link for the administrator to pass on; the account keeps its password until it is used. */
export async function createAccountPasswordLink(scope: Scope, baseUrl: string, id: string) {
  assertMayAdminister(scope.actor);
  return scope.write(async (tx) => {
    const account = found(await store.findAccount(tx, { id }));
    if (account.active === 0) throw conflict('The account is disabled. Enable it first.');
    return createPasswordLinkFor(tx, baseUrl, account, scope);
  });
}

export function assertMaySeeAccounts(actor: Actor): void {
  if (actor.role !== 'ADMIN' || !isInSession(actor))
    throw forbiddenBecause('Only administrators in a session can see the accounts');
}

export function assertMaySeeInstance(actor: Actor): void {
  if (!canManageInstance(actor)) throw forbiddenBecause('Only administrators can see this');
}

export function assertMayAdminister(actor: Actor): void {
  assertSession(actor);
  if (actor.role !== 'ADMIN' || isReadOnly(actor)) throw forbiddenBecause('Only administrators can do this');
}

function found(account: PersonAccount | undefined): PersonAccount {
  if (!account) throw notFound('User');
  return account;
}
