import { recordAudit } from '../../audit/index.ts';
import { recordEvent } from '../../events/index.ts';
import { hashPassword, verifyPassword } from '../../platform/crypto.ts';
import { invalid } from '../../platform/errors.ts';
import { foldCase } from '../../platform/fold-case.ts';
import type { Scope } from '../../users/index.ts';
import { passwordChanged } from '../account-events.ts';
import { assertSession } from '../assert-session.ts';
import { findCredential, saveCredential } from '../credential-store.ts';
import { deleteOtherSessionsOf } from '../session-store.ts';
import { recordFailedSignIn } from '../sign-in.ts';
import { admitSignIn, settleSignIn } from '../sign-in-throttle.ts';
import { deletePasswordLinksOf } from './password-link-store.ts';

/** Ends every other session of the actor. Wrong passwords count as failed sign-ins: a stolen session must not guess. */
export async function changePassword(
  scope: Scope,
  { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
  clientAddress: string,
): Promise<{ sessionsEnded: number }> {
  const { actor, db, clock } = scope;
  assertSession(actor);
  const emailFolded = foldCase(actor.email);
  await db.transaction((tx) => admitSignIn(tx, emailFolded, clientAddress, clock.now()));
  const credential = await findCredential(db.reads, emailFolded);
  if (!credential || !(await verifyPassword(currentPassword, credential.passwordHash))) {
    await recordFailedSignIn(db, scope, credential, 'wrong_password');
    throw invalid({ currentPassword: ['Current password is wrong'] });
  }
  const passwordHash = await hashPassword(newPassword);
  return scope.write(async (tx) => {
    const now = clock.now();
    await settleSignIn(tx, emailFolded, clientAddress, true);
    await saveCredential(tx, actor.userId, passwordHash, now);
    await deletePasswordLinksOf(tx, actor.userId);
    const sessionsEnded = await deleteOtherSessionsOf(tx, actor.userId, actor.credential.id);
    const data = { user: { id: actor.userId, name: actor.name } };
    await recordEvent(tx, passwordChanged, { at: now, actorId: actor.userId, data });
    const subject = { kind: 'user', ...data.user } as const;
    await recordAudit(tx, scope, 'user.password_changed', subject, { by: 'password', sessionsEnded });
    return { sessionsEnded };
  });
}
