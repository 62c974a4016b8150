import { type AuditSource, recordAudit } from '../../audit/index.ts';
import { recordEvent } from '../../events/index.ts';
import { enqueueMail } from '../../mail/index.ts';
import type { Tx } from '../../platform/db/index.ts';
import { conflict, forbiddenBecause, invalid } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { lockUser, type Scope, updateEmailVerified } from '../../users/index.ts';
import { emailVerified } from '../account-events.ts';
import { assertSession } from '../assert-session.ts';
import { emailLinks, findUnverifiedUser } from '../link-store.ts';
import { admitLinkRequest } from '../passwords/password-link-throttle.ts';
import { deleteOtherUserSessions } from '../session-store.ts';
import { removeUnprovedWaysIn } from '../ways-in.ts';

/**
 * Verifies the address of the account that the link was mailed to. It needs a session of that account, so that nobody verifies
 * an account that a stranger made with their address. Whatever was added before, other sessions included, is removed.
 */
export async function verifyEmail(scope: Scope, token: string): Promise<string> {
  const { actor, clock } = scope;
  assertSession(actor);
  return scope.write(async (tx) => {
    const linked = await emailLinks.findUser(tx, token, clock.now());
    if (!linked) throw invalidLink();
    if (linked.id !== actor.userId) throw otherAccount();
    await lockUser(tx, linked.id);
    const user = await emailLinks.use(tx, token, clock.now());
    if (!user) throw invalidLink();
    if (user.emailProven === 0) {
      await removeUnprovedWaysIn(tx, scope, user);
      await deleteOtherUserSessions(tx, { userId: user.id, id: actor.credential.id });
    }
    await markEmailVerified(tx, scope, user);
    return user.email;
  });
}

export async function markEmailVerified(
  tx: Tx,
  source: AuditSource,
  { id, name }: { id: string; name: string },
) {
  const now = source.clock.now();
  await updateEmailVerified(tx, id, true, now);
  await emailLinks.deleteAllOf(tx, id);
  const actorId = source.actor?.userId ?? null;
  await recordEvent(tx, emailVerified, { at: now, actorId, data: { user: { id, name } } });
  await recordAudit(tx, source, 'user.email_verified', { kind: 'user', id, name });
}

/** Mails another link. Limited like the links for a new password: the address may belong to somebody else. */
export async function resendEmailLink(scope: Scope, sendsMail: boolean): Promise<string> {
  const { actor, clock } = scope;
  assertSession(actor);
  if (!sendsMail)
    throw conflict('This instance sends no e-mail. Ask an administrator to verify your address.');
  return scope.write(async (tx) => {
    const now = clock.now();
    if (!(await findUnverifiedUser(tx, { id: actor.userId })))
      throw conflict('Your e-mail address is verified.');
    await admitLinkRequest(tx, `verify ${actor.userId}`, scope.request?.address ?? 'unknown', now);
    await enqueueEmailLink(tx, actor.userId, now);
    return actor.email;
  });
}

export const enqueueEmailLink = (tx: Tx, userId: string, now: number) =>
  enqueueMail(tx, { kind: 'email_link', subjectId: newId(now), to: { userId } }, now);

const invalidLink = () =>
  invalid({ token: ['This link is not valid, has expired or was used. Ask for a new one.'] });

const otherAccount = () =>
  forbiddenBecause(
    'This link is for another account. Sign out, sign in to the account that got the e-mail, and open the link again.',
  );
