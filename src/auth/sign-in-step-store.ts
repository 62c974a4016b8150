import { sql } from '../platform/db/index.ts';

export interface SignInStep {
  userId: string | null;
  /** JSON; its form depends on the purpose. */
  data: string;
}

export const insertSignInStep = sql.run<
  SignInStep & { tokenHash: string; purpose: string; now: number; expiresAt: number }
>(`
  insert into sign_in_steps (token_hash, purpose, user_id, data, created_at, expires_at)
  values (:tokenHash, :purpose, :userId, :data, :now, :expiresAt)`);
export const findSignInStepByToken = sql.find<
  { tokenHash: string; purpose: string; now: number },
  SignInStep
>(`
  select user_id as "userId", data from sign_in_steps
  where token_hash = :tokenHash and purpose = :purpose and expires_at > :now`);
/** Returns true for exactly one of several concurrent changes of the same data. */
export const replaceSignInStepData = sql.change<{ tokenHash: string; data: string; changed: string }>(
  'update sign_in_steps set data = :changed where token_hash = :tokenHash and data = :data',
);
/** Returns true for exactly one of several concurrent uses of a step. */
export const deleteSignInStep = sql.change<{ tokenHash: string }>(
  'delete from sign_in_steps where token_hash = :tokenHash',
);
/** Deletes every step that the account has begun, when its credentials change or it is disabled. */
export const deleteUserSignInSteps = sql.run<{ userId: string }>(
  'delete from sign_in_steps where user_id = :userId',
);
export const sweepSignInSteps = sql.run<{ now: number }>(
  'delete from sign_in_steps where expires_at <= :now',
);
