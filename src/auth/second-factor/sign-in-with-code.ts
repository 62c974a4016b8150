import type { AuditSource } from '../../audit/index.ts';
import type { Database } from '../../platform/db/index.ts';
import { Refusal } from '../../platform/errors.ts';
import { foldCase } from '../../platform/fold-case.ts';
import type { SecretBox } from '../../platform/secret-box/index.ts';
import { findUserById } from '../../users/index.ts';
import { notifyAccount } from '../account-notice.ts';
import type { Client } from '../session.ts';
import { finishSignIn, recordFailedSignIn, type SecondStepData, type SignedIn } from '../sign-in.ts';
import { expiredStep, findStep, useStep } from '../sign-in-step.ts';
import { admitSignIn, settleSignIn } from '../sign-in-throttle.ts';
import { useSecondFactor } from './use-second-factor.ts';

export interface SecondFactorSettings {
  secretBox: SecretBox;
  sendsMail: boolean;
}

/** The second step of a sign-in: `token` is that of the first. */
export async function signInWithCode(
  { db, secretBox, sendsMail, ...source }: AuditSource & SecondFactorSettings & { db: Database },
  token: string | undefined,
  code: string,
  client: Client,
): Promise<SignedIn> {
  const { clock } = source;
  const step = await findStep(db.reads, 'second_factor', token, clock.now());
  const user = step?.userId ? await findUserById(db.reads, { id: step.userId }) : undefined;
  if (!token || !step || !user?.active) throw expiredStep();
  const emailFolded = foldCase(user.email);
  const address = client.address ?? 'unknown';
  await db.transaction((tx) => admitSignIn(tx, emailFolded, address, clock.now(), 'code'));

  const signedIn = await db.transaction(async (tx) => {
    const now = clock.now();
    const kind = await useSecondFactor(tx, secretBox, user.id, code, now);
    if (!kind) return undefined;
    // The account may have been disabled, or its credentials changed, since the step was read.
    if (!(await useStep(tx, token)) || !(await findUserById(tx, { id: user.id }))?.active)
      throw expiredStep();
    await settleSignIn(tx, emailFolded, address, true, 'code');
    if (kind === 'recovery_code') await notifyAccount(tx, sendsMail, user.id, 'recovery_code_used', now);
    const { details } = JSON.parse(step.data) as SecondStepData;
    return finishSignIn(tx, source, user.id, client, { ...details, secondFactor: kind });
  });
  if (signedIn) return signedIn;
  await recordFailedSignIn(db, source, { userId: user.id, name: user.name }, 'wrong_code');
  throw new Refusal('UNAUTHORIZED', 'The code is wrong or was used already');
}
