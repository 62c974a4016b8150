import { minuteMs } from '../platform/clock.ts';
import { verifyPassword } from '../platform/crypto.ts';
import { forbiddenBecause, invalid } from '../platform/errors.ts';
import { foldCase } from '../platform/fold-case.ts';
import type { Scope } from '../users/index.ts';
import { assertSession } from './assert-session.ts';
import { findCredential } from './credential-store.ts';
import { findSessionStart } from './session-store.ts';
import { recordFailedSignIn } from './sign-in.ts';
import { admitSignIn, settleSignIn } from './sign-in-throttle.ts';

const recentMs = 10 * minuteMs;

/**
 * Throws unless the person at the browser is the owner of the account: somebody who found or stole a session must not
 * change how the account signs in. Wrong passwords count as failed sign-ins. An account without a password must have
 * signed in within the last 10 minutes.
 */
export async function confirmIdentity(
  scope: Scope,
  password: string | null | undefined,
  field: 'password' | 'currentPassword' = 'password',
): Promise<void> {
  const { actor, db, clock } = scope;
  assertSession(actor);
  const emailFolded = foldCase(actor.email);
  const credential = await findCredential(db.reads, { email: emailFolded });
  if (!credential) return assertRecentSession(scope);
  const address = scope.request?.address ?? 'unknown';
  await db.transaction((tx) => admitSignIn(tx, emailFolded, address, clock.now()));
  if (!(await verifyPassword(password ?? '', credential.passwordHash))) {
    await recordFailedSignIn(db, scope, credential, 'wrong_password');
    throw invalid({ [field]: [`${field === 'password' ? 'Password' : 'Current password'} is wrong`] });
  }
  await db.transaction((tx) => settleSignIn(tx, emailFolded, address, true));
}

async function assertRecentSession({ db, actor, clock }: Scope): Promise<void> {
  const startedAt = await findSessionStart(db.reads, { id: actor.credential.id });
  if (startedAt !== undefined && clock.now() - startedAt <= recentMs) return;
  throw forbiddenBecause('Your sign-in is older than 10 minutes. Sign out, sign in again and repeat this.');
}
