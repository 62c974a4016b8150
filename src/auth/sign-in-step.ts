import { minuteMs } from '../platform/clock.ts';
import { hashToken, newToken } from '../platform/crypto.ts';
import type { Queries } from '../platform/db/index.ts';
import { Refusal } from '../platform/errors.ts';
import {
  deleteSignInStep,
  findSignInStepByToken,
  insertSignInStep,
  replaceSignInStepData,
} from './sign-in-step-store.ts';

/** How long a person may take for a step. */
const stepLifeMs = 10 * minuteMs;

/**
 * `second_factor`: the password was right, the code is missing. `oidc_…`: the browser is at a provider, to sign in or to be
 * connected to the account. `passkey_…`: the browser asks for a passkey, or makes one; the step has its challenge.
 */
export type StepPurpose =
  | 'second_factor'
  | 'oidc_sign_in'
  | 'oidc_connect'
  | 'passkey_sign_in'
  | 'passkey_creation';

export interface NewStep {
  /** For the cookie of the browser that began; the database has only its hash. */
  token: string;
  expiresAt: number;
}

/** Begins a step that only the same browser can finish: the step is found by the token in its cookie. */
export async function openStep(
  tx: Queries,
  purpose: StepPurpose,
  { userId = null, data = {} }: { userId?: string | null; data?: object },
  now: number,
  lifeMs = stepLifeMs,
): Promise<NewStep> {
  const token = newToken();
  const expiresAt = now + lifeMs;
  const tokenHash = hashToken(token);
  await insertSignInStep(tx, { tokenHash, purpose, userId, data: JSON.stringify(data), now, expiresAt });
  return { token, expiresAt };
}

export const findStep = (queries: Queries, purpose: StepPurpose, token: string | undefined, now: number) =>
  token
    ? findSignInStepByToken(queries, { tokenHash: hashToken(token), purpose, now })
    : Promise.resolve(undefined);

/** Returns true for exactly one of several concurrent uses. */
export const useStep = (tx: Queries, token: string) => deleteSignInStep(tx, { tokenHash: hashToken(token) });

/** Returns true for exactly one of several concurrent changes of the same data. */
export const changeStepData = (tx: Queries, token: string, data: string, changed: object) =>
  replaceSignInStepData(tx, { tokenHash: hashToken(token), data, changed: JSON.stringify(changed) });

export const expiredStep = () => new Refusal('UNAUTHORIZED', 'This sign-in has expired. Start again.');
