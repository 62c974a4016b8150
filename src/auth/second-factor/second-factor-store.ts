import { type Queries, sql, statement } from '../../platform/db/index.ts';
import { sealedColumn } from '../../platform/secret-box/index.ts';

export interface SecondFactor {
  secretSealed: string;
  lastStep: number;
  createdAt: number;
  confirmedAt: number | null;
}

const removeCodes = statement<{ userId: string }>('delete from recovery_codes where user_id = :userId');

export const findSecondFactor = sql.find<{ userId: string }, SecondFactor>(`
  select secret_sealed as "secretSealed", last_step as "lastStep", created_at as "createdAt", confirmed_at as "confirmedAt"
  from second_factors where user_id = :userId`);
/** Returns false if the person already has a confirmed second factor. */
export const putPendingSecondFactor = sql.change<{ userId: string; secretSealed: string; now: number }>(`
  insert into second_factors (user_id, secret_sealed, created_at) values (:userId, :secretSealed, :now)
  on conflict (user_id) do update set secret_sealed = excluded.secret_sealed, created_at = excluded.created_at
  where second_factors.confirmed_at is null`);
export const confirmSecondFactor = sql.run<{ userId: string; step: number; now: number }>(`
  update second_factors set confirmed_at = :now, last_step = :step
  where user_id = :userId and confirmed_at is null`);
/** Returns true for exactly one of several concurrent uses of a code. */
export const useTotpStep = sql.change<{ userId: string; step: number }>(`
  update second_factors set last_step = :step
  where user_id = :userId and confirmed_at is not null and last_step < :step`);
/** Returns true for exactly one of several concurrent uses of a code. */
export const useRecoveryCode = sql.change<{ userId: string; codeHash: string }>(
  'delete from recovery_codes where user_id = :userId and code_hash = :codeHash',
);
export const countRecoveryCodes = sql.count<{ userId: string }, { total: number }>(
  'select count(*) as total from recovery_codes where user_id = :userId',
);

const insertCode = statement<{ userId: string; codeHash: string; now: number }>(`
  insert into recovery_codes (user_id, code_hash, created_at) values (:userId, :codeHash, :now)`);
/** Replaces all recovery codes; the former ones no longer work. */
export async function replaceRecoveryCodes(tx: Queries, userId: string, codeHashes: string[], now: number) {
  await tx.run(removeCodes, { userId });
  for (const codeHash of codeHashes) await tx.run(insertCode, { userId, codeHash, now });
}

const remove = statement<{ userId: string }>('delete from second_factors where user_id = :userId');
/** Returns whether the person had a second factor. */
export async function deleteSecondFactor(tx: Queries, userId: string): Promise<boolean> {
  await tx.run(removeCodes, { userId });
  return (await tx.run(remove, { userId })) === 1;
}

export const secondFactorContext = (userId: string) => `second_factors/${userId}`;

export const secondFactorSecrets = sealedColumn(
  'second_factors',
  'user_id',
  'secret_sealed',
  secondFactorContext,
);
