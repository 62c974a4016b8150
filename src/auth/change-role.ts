import { type AuditSource, recordAudit } from '../audit/index.ts';
import { recordEvent } from '../events/index.ts';
import type { Database } from '../platform/db/index.ts';
import { getUserByEmail, type InstanceRole, type User, updateUserRole } from '../users/index.ts';
import { userRoleChanged } from './account-events.ts';

/** For the command line; the event has no actor, because an operator of the machine need not have an account. */
export async function changeInstanceRole(
  db: Database,
  source: AuditSource,
  email: string,
  role: InstanceRole,
): Promise<User> {
  const now = source.clock.now();
  return db.transaction(async (tx) => {
    const user = await getUserByEmail(tx, email);
    if (user.role === role) return user;
    await updateUserRole(tx, user.id, role, now);
    const changes = { role: { from: user.role, to: role } };
    const data = { user: { id: user.id, name: user.name }, changes };
    await recordEvent(tx, userRoleChanged, { at: now, actorId: null, data });
    await recordAudit(tx, source, 'user.role_changed', { kind: 'user', ...data.user }, changes.role);
    return { ...user, role, updatedAt: now };
  });
}
