import { type Queries, statement } from '../platform/db/index.ts';

export interface SignInStep {
  userId: string | null;
  /** JSON; its form depends on the purpose. */
  data: string;
}

const insert = statement<
  SignInStep & { tokenHash: string; purpose: string; now: number; expiresAt: number }
>(`
  insert into sign_in_steps (token_hash, purpose, user_id, data, created_at, expires_at)
  values (:tokenHash, :purpose, :userId, :data, :now, :expiresAt)`);
const byToken = statement<{ tokenHash: string; purpose: string; now: number }, SignInStep>(`
  select user_id as "userId", data from sign_in_steps
  where token_hash = :tokenHash and purpose = :purpose and expires_at > :now`);
const replaceData = statement<{ tokenHash: string; data: string; changed: string }>(
  'update sign_in_steps set data = :changed where token_hash = :tokenHash and data = :data',
);
const remove = statement<{ tokenHash: string }>('delete from sign_in_steps where token_hash = :tokenHash');
const removeAll = statement<{ userId: string }>('delete from sign_in_steps where user_id = :userId');
const sweep = statement<{ now: number }>('delete from sign_in_steps where expires_at <= :now');

export const insertSignInStep = (
  tx: Queries,
  step: SignInStep & { tokenHash: string; purpose: string; now: number; expiresAt: number },
) => tx.run(insert, step);
export const findSignInStepByToken = (queries: Queries, tokenHash: string, purpose: string, now: number) =>
  queries.find(byToken, { tokenHash, purpose, now });
/** Returns true for exactly one of several concurrent changes of the same data. */
export const replaceSignInStepData = async (tx: Queries, tokenHash: string, data: string, changed: string) =>
  (await tx.run(replaceData, { tokenHash, data, changed })) === 1;
/** Returns true for exactly one of several concurrent uses of a step. */
export const deleteSignInStep = async (tx: Queries, tokenHash: string) =>
  (await tx.run(remove, { tokenHash })) === 1;
/** Deletes every step that the account has begun, when its credentials change or it is disabled. */
export const deleteUserSignInSteps = (tx: Queries, userId: string) => tx.run(removeAll, { userId });
export const sweepSignInSteps = (tx: Queries, now: number) => tx.run(sweep, { now });
