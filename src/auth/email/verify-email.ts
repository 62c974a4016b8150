import { type AuditSource, recordAudit } from '../../audit/index.ts';
import { recordEvent } from '../../events/index.ts';
import { enqueueMail } from '../../mail/index.ts';
import type { Database, Tx } from '../../platform/db/index.ts';
import { conflict, invalid } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { type Scope, updateEmailVerified } from '../../users/index.ts';
import { emailVerified } from '../account-events.ts';
import { assertSession } from '../assert-session.ts';
import { admitLinkRequest } from '../passwords/password-link-throttle.ts';
import { emailLinks, findUnverifiedUser } from './email-link-store.ts';

/** Verifies the address of the account that the link was mailed to. Whoever has the link need not be signed in. */
export async function verifyEmail(
  { db, ...source }: AuditSource & { db: Database },
  token: string,
): Promise<string> {
  return db.transaction(async (tx) => {
    const user = await emailLinks.use(tx, token, source.clock.now());
    if (!user) throw invalidLink();
    await markEmailVerified(tx, { ...source, actor: { userId: user.id } }, user);
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
    if (!(await findUnverifiedUser(tx, actor.userId))) throw conflict('Your e-mail address is verified.');
    await admitLinkRequest(tx, `verify ${actor.userId}`, scope.request?.address ?? 'unknown', now);
    await enqueueEmailLink(tx, actor.userId, now);
    return actor.email;
  });
}

export const enqueueEmailLink = (tx: Tx, userId: string, now: number) =>
  enqueueMail(tx, { kind: 'email_link', subjectId: newId(now), to: { userId } }, now);

const invalidLink = () =>
  invalid({ token: ['This link is not valid, has expired or was used. Ask for a new one.'] });
