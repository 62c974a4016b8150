import { type AuditSource, recordAudit } from '../../audit/index.ts';
import { recordEvent } from '../../events/index.ts';
import { hashPassword } from '../../platform/crypto.ts';
import type { Database } from '../../platform/db/index.ts';
import { invalid } from '../../platform/errors.ts';
import { passwordChanged } from '../account-events.ts';
import { saveCredential } from '../credential-store.ts';
import { endPendingAccess } from '../end-pending-access.ts';
import type { LinkedUser } from '../link-store.ts';
import { deleteSessionsOf } from '../session-store.ts';
import { passwordLinks } from './password-link-store.ts';

/** Ends every session and every other link of the account. API keys stay valid: they do not depend on the password. */
export async function resetPasswordByLink(
  { db, ...source }: AuditSource & { db: Database },
  token: string,
  newPassword: string,
): Promise<{ user: LinkedUser; sessionsEnded: number }> {
  const { clock } = source;
  // Before the password is hashed, which is slow on purpose; the transaction checks again.
  if (!(await passwordLinks.findUser(db.reads, token, clock.now()))) throw invalidLink();
  const passwordHash = await hashPassword(newPassword);
  return db.transaction(async (tx) => {
    const now = clock.now();
    const user = await passwordLinks.use(tx, token, now);
    if (!user) throw invalidLink();
    await endPendingAccess(tx, user.id);
    await saveCredential(tx, user.id, passwordHash, now);
    const sessionsEnded = await deleteSessionsOf(tx, user.id);
    const data = { user: { id: user.id, name: user.name } };
    await recordEvent(tx, passwordChanged, { at: now, actorId: user.id, data });
    const by = { ...source, actor: { userId: user.id } };
    const details = { by: 'link', sessionsEnded };
    await recordAudit(tx, by, 'user.password_changed', { kind: 'user', ...data.user }, details);
    return { user, sessionsEnded };
  });
}

const invalidLink = () =>
  invalid({ token: ['This link is not valid, has expired or was used. Ask for a new one.'] });
