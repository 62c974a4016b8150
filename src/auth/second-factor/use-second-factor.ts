import type { Tx } from '../../platform/db/index.ts';
import { unavailable } from '../../platform/errors.ts';
import { type SecretBox, SecretUnavailable } from '../../platform/secret-box/index.ts';
import { hashRecoveryCode } from './recovery-code.ts';
import {
  findSecondFactor,
  secondFactorContext,
  useRecoveryCode,
  useTotpStep,
} from './second-factor-store.ts';
import { findTotpStep } from './totp.ts';

export type SecondFactorKind = 'totp' | 'recovery_code';

/** Uses up a code, so that it never works again. Undefined if it is wrong or was used before. */
export async function useSecondFactor(
  tx: Tx,
  box: SecretBox,
  userId: string,
  code: string,
  now: number,
): Promise<SecondFactorKind | undefined> {
  const factor = await findSecondFactor(tx, { userId });
  if (!factor || factor.confirmedAt === null) return undefined;
  const digits = code.replace(/\s/g, '');
  if (!/^\d{6}$/.test(digits))
    return (await useRecoveryCode(tx, { userId, codeHash: hashRecoveryCode(userId, code) }))
      ? 'recovery_code'
      : undefined;
  const step = findTotpStep(openTotpSecret(box, userId, factor.secretSealed), digits, now);
  return step !== undefined && (await useTotpStep(tx, { userId, step })) ? 'totp' : undefined;
}

export function openTotpSecret(box: SecretBox, userId: string, sealed: string): string {
  try {
    return box.open(sealed, secondFactorContext(userId));
  } catch (error) {
    if (!(error instanceof SecretUnavailable)) throw error;
    throw unavailable(
      'The secret of your authenticator app cannot be read. Use a recovery code, or ask an administrator to reset your second factor.',
    );
  }
}
