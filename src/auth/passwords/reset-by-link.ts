import { type AuditSource, recordAudit } from '../../audit/index.ts';
import { recordEvent } from '../../events/index.ts';
import { hashPassword } from '../../platform/crypto.ts';
import type { Database } from '../../platform/db/index.ts';
import { invalid } from '../../platform/errors.ts';
import { lockUser } from '../../users/index.ts';
import { passwordChanged } from '../account-events.ts';
import { saveCredential } from '../credential-store.ts';
import { markEmailVerified } from '../email/verify-email.ts';
import { endPendingAccess } from '../end-pending-access.ts';
import type { LinkedUser } from '../link-store.ts';
import { passwordLinks } from '../link-store.ts';
import { deleteUserSessions } from '../session-store.ts';
import { listWaysIn, removeUnprovedWaysIn, type WayIn } from '../ways-in.ts';
import { wasMailed } from './password-link.ts';

export interface ResetByLink {
  user: LinkedUser;
  sessionsEnded: number;
  removed: Removed;
  remaining: WayIn[];
}

type Removed = Awaited<ReturnType<typeof removeUnprovedWaysIn>>;
const nothing: Removed = { identities: 0, passkeys: 0, apiKeys: 0, secondFactors: 0 };

/**
 * Ends every session and every other link of the account. Providers, passkeys, API keys and the second factor do not depend on
 * the password and stay, and the answer lists them. A mailed link proves the address: if nobody had proved it before, somebody
 * else may have signed up with it, and whatever was added until now is removed.
 */
export async function resetPasswordByLink(
  { db, ...source }: AuditSource & { db: Database },
  token: string,
  newPassword: string,
): Promise<ResetByLink> {
  const { clock } = source;
  // Before the password is hashed, which is slow on purpose; the transaction checks again.
  if (!(await passwordLinks.findUser(db.reads, token, clock.now()))) throw invalidLink();
  const passwordHash = await hashPassword(newPassword);
  return db.transaction(async (tx) => {
    const now = clock.now();
    const user = await passwordLinks.use(tx, token, now);
    if (!user) throw invalidLink();
    await lockUser(tx, user.id);
    const by = { ...source, actor: { userId: user.id } };
    await endPendingAccess(tx, by, user);
    await saveCredential(tx, { userId: user.id, passwordHash, now });
    const sessionsEnded = await deleteUserSessions(tx, { userId: user.id });
    const provesAddress = wasMailed(user) && user.emailProven === 0;
    const removed = provesAddress ? await removeUnprovedWaysIn(tx, by, user) : nothing;
    if (provesAddress) await markEmailVerified(tx, by, user);
    const data = { user: { id: user.id, name: user.name } };
    await recordEvent(tx, passwordChanged, { at: now, actorId: user.id, data });
    const details = { by: 'link', sessionsEnded, ...(provesAddress && removed) };
    await recordAudit(tx, by, 'user.password_changed', { kind: 'user', ...data.user }, details);
    return { user, sessionsEnded, removed, remaining: await listWaysIn(tx, user.id) };
  });
}

const invalidLink = () =>
  invalid({ token: ['This link is not valid, has expired or was used. Ask for a new one.'] });
