import { type AuditSource, recordAudit } from '../audit/index.ts';
import { recordEvent } from '../events/index.ts';
import { hashPassword } from '../platform/crypto.ts';
import type { Database } from '../platform/db/index.ts';
import { getUserByEmail, type User } from '../users/index.ts';
import { passwordReset } from './account-events.ts';
import { saveCredential } from './credential-store.ts';
import { endPendingAccess } from './end-pending-access.ts';
import { deleteUserSessions } from './session-store.ts';
import { removeWaysIn } from './ways-in.ts';

/**
 * Ends every session and password link of the account. API keys, passkeys and providers do not depend on the password:
 * `revokesKeys` deletes them too, and the API keys of its agents, as after a break-in.
 */
export async function resetPassword(
  db: Database,
  source: AuditSource,
  email: string,
  password: string,
  revokesKeys = false,
): Promise<{ user: User; sessionsEnded: number; keysDeleted: number }> {
  const now = source.clock.now();
  const passwordHash = await hashPassword(password);
  return db.transaction(async (tx) => {
    const user = await getUserByEmail(tx, email);
    await saveCredential(tx, { userId: user.id, passwordHash, now });
    const sessionsEnded = await deleteUserSessions(tx, { userId: user.id });
    await endPendingAccess(tx, source, user);
    const keysDeleted = revokesKeys ? (await removeWaysIn(tx, source, user)).apiKeys : 0;
    const data = { user: { id: user.id, name: user.name } };
    await recordEvent(tx, passwordReset, { at: now, actorId: null, data });
    await recordAudit(tx, source, 'user.password_reset', { kind: 'user', ...data.user }, { sessionsEnded });
    return { user, sessionsEnded, keysDeleted };
  });
}
