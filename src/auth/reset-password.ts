import { type AuditSource, recordAudit } from '../audit/index.ts';
import { recordEvent } from '../events/index.ts';
import { hashPassword } from '../platform/crypto.ts';
import type { Database } from '../platform/db/index.ts';
import { getUserByEmail, type User } from '../users/index.ts';
import { passwordReset } from './account-events.ts';
import { saveCredential } from './credential-store.ts';
import { deleteSessionsOf } from './session-store.ts';

/** Ends every session of the account. API keys stay valid: they do not depend on the password. */
export async function resetPassword(
  db: Database,
  source: AuditSource,
  email: string,
  password: string,
): Promise<{ user: User; sessionsEnded: number }> {
  const now = source.clock.now();
  const passwordHash = await hashPassword(password);
  return db.transaction(async (tx) => {
    const user = await getUserByEmail(tx, email);
    await saveCredential(tx, user.id, passwordHash, now);
    const sessionsEnded = await deleteSessionsOf(tx, user.id);
    const data = { user: { id: user.id, name: user.name } };
    await recordEvent(tx, passwordReset, { at: now, actorId: null, data });
    await recordAudit(tx, source, 'user.password_reset', { kind: 'user', ...data.user }, { sessionsEnded });
    return { user, sessionsEnded };
  });
}
