import { type AuditSource, recordAudit } from '../../audit/index.ts';
import { recordEvent } from '../../events/index.ts';
import { hourMs } from '../../platform/clock.ts';
import type { Database, Tx } from '../../platform/db/index.ts';
import { conflict, invalid } from '../../platform/errors.ts';
import { foldCase } from '../../platform/fold-case.ts';
import { assertEmailVerified, getUserByEmail, type Scope } from '../../users/index.ts';
import { secondFactorDisabled, secondFactorEnabled } from '../account-events.ts';
import { type AccountNotice, notifyAccount } from '../account-notice.ts';
import { assertMayAdminister, getAccount } from '../accounts/accounts.ts';
import { assertSession } from '../assert-session.ts';
import { confirmIdentity } from '../confirm-identity.ts';
import { findCredential } from '../credential-store.ts';
import { rotateSession } from '../session.ts';
import { deleteOtherUserSessions } from '../session-store.ts';
import { deleteUserSignInSteps } from '../sign-in-step-store.ts';
import { hashRecoveryCode, newRecoveryCodes } from './recovery-code.ts';
import * as store from './second-factor-store.ts';
import type { SecondFactorSettings } from './sign-in-with-code.ts';
import { findTotpStep, newTotpSecret, totpUri } from './totp.ts';
import { openTotpSecret } from './use-second-factor.ts';

/** A secret that was shown longer ago must not become valid, because nobody remembers who saw it. */
const pendingLifeMs = hourMs;

export interface SecondFactorState {
  enabledAt: number | null;
  recoveryCodesLeft: number;
  hasPassword: boolean;
}

export async function getSecondFactor({ db, actor }: Scope): Promise<SecondFactorState> {
  const factor = await store.findSecondFactor(db.reads, { userId: actor.userId });
  const recoveryCodesLeft = await store.countRecoveryCodes(db.reads, { userId: actor.userId });
  const hasPassword = (await findCredential(db.reads, { email: foldCase(actor.email) })) !== undefined;
  return { enabledAt: factor?.confirmedAt ?? null, recoveryCodesLeft, hasPassword };
}

/** Creates the secret of an authenticator app. Sign-in asks for its codes only after one of them has been entered. */
export async function startTotp(
  scope: Scope,
  { secretBox }: SecondFactorSettings,
  instanceName: string,
  password: string | null | undefined,
): Promise<{ secret: string; uri: string }> {
  await confirmIdentity(scope, password);
  const { actor, clock } = scope;
  await assertEmailVerified(scope.db.reads, scope);
  const secret = newTotpSecret();
  const secretSealed = secretBox.seal(secret, store.secondFactorContext(actor.userId));
  await scope.write(async (tx) => {
    const factor = { userId: actor.userId, secretSealed, now: clock.now() };
    if (!(await store.putPendingSecondFactor(tx, factor)))
      throw conflict('You have an authenticator app. Remove it before you set up another one.');
  });
  return { secret, uri: totpUri(secret, instanceName, actor.email) };
}

/**
 * Returns the recovery codes, of which only hashes are stored, and a new token of the session. Ends the other
 * sessions, because they signed in without the second factor.
 */
export async function confirmTotp(
  scope: Scope,
  { secretBox, sendsMail }: SecondFactorSettings,
  code: string,
): Promise<{ recoveryCodes: string[]; token: string }> {
  assertSession(scope.actor);
  const { userId, credential } = scope.actor;
  return scope.write(async (tx) => {
    const now = scope.clock.now();
    await assertEmailVerified(tx, scope);
    const factor = await store.findSecondFactor(tx, { userId });
    if (!factor || factor.confirmedAt !== null || now - factor.createdAt > pendingLifeMs)
      throw conflict('No authenticator app waits for its first code. Start again.');
    const secret = openTotpSecret(secretBox, userId, factor.secretSealed);
    const step = findTotpStep(secret, code.replace(/\s/g, ''), now);
    if (step === undefined)
      throw invalid({ code: ['The code is wrong. Look whether the clock of your phone is right.'] });
    if ((await store.confirmSecondFactor(tx, { userId, step, now })) === 0)
      throw conflict('The authenticator app is set up already.');
    await deleteOtherUserSessions(tx, { userId, id: credential.id });
    await recordChange(tx, scope, { id: userId, name: scope.actor.name }, 'enabled');
    await notifyAccount(tx, sendsMail, userId, 'second_factor_on', now);
    const recoveryCodes = await issueRecoveryCodes(tx, userId, now);
    return { recoveryCodes, token: await rotateSession(tx, credential.id) };
  });
}

export async function renewRecoveryCodes(
  scope: Scope,
  { sendsMail }: SecondFactorSettings,
  password: string | null | undefined,
): Promise<string[]> {
  await confirmIdentity(scope, password);
  const { userId, name } = scope.actor;
  return scope.write(async (tx) => {
    const now = scope.clock.now();
    const factor = await store.findSecondFactor(tx, { userId });
    if (!factor || factor.confirmedAt === null)
      throw conflict('You have no authenticator app. Recovery codes come with one.');
    await recordAudit(tx, scope, 'user.recovery_codes_renewed', { kind: 'user', id: userId, name });
    await notifyAccount(tx, sendsMail, userId, 'recovery_codes_renewed', now);
    return issueRecoveryCodes(tx, userId, now);
  });
}

export async function removeSecondFactor(
  scope: Scope,
  { sendsMail }: SecondFactorSettings,
  password: string | null | undefined,
): Promise<void> {
  await confirmIdentity(scope, password);
  const { userId: id, name } = scope.actor;
  await scope.write((tx) => remove(tx, scope, { id, name }, sendsMail, 'second_factor_off'));
}

/** For a person who lost their phone and their recovery codes. */
export async function resetSecondFactor(scope: Scope, sendsMail: boolean, id: string): Promise<void> {
  assertMayAdminister(scope.actor);
  const { name } = await getAccount(scope, id);
  await scope.write((tx) => remove(tx, scope, { id, name }, sendsMail, 'second_factor_reset'));
}

/** For the command line. */
export async function resetSecondFactorByEmail(
  db: Database,
  source: AuditSource,
  sendsMail: boolean,
  email: string,
) {
  return db.transaction(async (tx) => {
    const user = await getUserByEmail(tx, email);
    await remove(tx, source, user, sendsMail, 'second_factor_reset');
    return user;
  });
}

async function remove(
  tx: Tx,
  source: AuditSource,
  user: { id: string; name: string },
  sendsMail: boolean,
  notice: AccountNotice,
): Promise<void> {
  const factor = await store.findSecondFactor(tx, { userId: user.id });
  if (!(await store.deleteSecondFactor(tx, user.id)) || !factor || factor.confirmedAt === null)
    throw conflict('The account has no second factor.');
  await deleteUserSignInSteps(tx, { userId: user.id });
  await recordChange(tx, source, user, 'disabled');
  await notifyAccount(tx, sendsMail, user.id, notice, source.clock.now());
}

async function issueRecoveryCodes(tx: Tx, userId: string, now: number): Promise<string[]> {
  const codes = newRecoveryCodes();
  const hashes = codes.map((code) => hashRecoveryCode(userId, code));
  await store.replaceRecoveryCodes(tx, userId, hashes, now);
  return codes;
}

async function recordChange(
  tx: Tx,
  source: AuditSource,
  { id, name }: { id: string; name: string },
  change: 'enabled' | 'disabled',
): Promise<void> {
  const type = change === 'enabled' ? secondFactorEnabled : secondFactorDisabled;
  const actorId = source.actor?.userId ?? null;
  await recordEvent(tx, type, { at: source.clock.now(), actorId, data: { user: { id, name } } });
  await recordAudit(tx, source, `user.second_factor_${change}`, { kind: 'user', id, name });
}
