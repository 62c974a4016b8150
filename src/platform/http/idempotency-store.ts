import { dayMs } from '../clock.ts';
import { type Queries, runInBatches, statement, type Tx, UniqueViolation } from '../db/index.ts';

interface CallerKey {
  callerId: string;
  key: string;
}

export interface StoredResponse {
  requestHash: string;
  /** JSON of what the use case returned; null once the answer is stored, and for answers with a secret. */
  result: string | null;
  status: number | null;
  body: string | null;
}

const keptMs = dayMs;

const findStatement = statement<CallerKey & { since: number }, StoredResponse>(`
  select request_hash as "requestHash", result, status, body from idempotency_keys
  where caller_id = :callerId and key = :key and created_at > :since`);
export const findStoredResponse = (queries: Queries, { callerId, key }: CallerKey, now: number) =>
  queries.find(findStatement, { callerId, key, since: now - keptMs });

const claimStatement = statement<CallerKey & { requestHash: string; now: number; since: number }>(`
  insert into idempotency_keys (caller_id, key, request_hash, created_at)
  values (:callerId, :key, :requestHash, :now)
  on conflict (caller_id, key) do update
  set request_hash = excluded.request_hash, created_at = excluded.created_at, result = null, status = null, body = null
  where idempotency_keys.created_at <= :since`);
/**
 * The primary key makes a second request with the same key wait for the first, and fail with UniqueViolation if that one
 * commits. A key that has expired is taken over.
 */
export async function insertKey(
  tx: Tx,
  { callerId, key, requestHash }: CallerKey & { requestHash: string },
  now: number,
): Promise<void> {
  const claimed = await tx.run(claimStatement, { callerId, key, requestHash, now, since: now - keptMs });
  if (claimed === 0) throw new UniqueViolation('idempotency_keys');
}

const saveResultStatement = statement<CallerKey & { result: string }>(
  'update idempotency_keys set result = :result where caller_id = :callerId and key = :key',
);
export const saveResult = (tx: Tx, { callerId, key }: CallerKey, result: string) =>
  tx.send(saveResultStatement, { callerId, key, result });

const saveStatement = statement<CallerKey & { status: number; body: string }>(`
  update idempotency_keys set status = :status, body = :body, result = null
  where caller_id = :callerId and key = :key and body is null`);
/** Stores the response in one round trip, without waiting for the disk: it can be rebuilt from the stored result. */
export async function saveResponse(
  tx: Tx,
  { callerId, key }: CallerKey,
  response: { status: number; body: string },
): Promise<void> {
  await tx.doNotAwaitDisk();
  await tx.send(saveStatement, { callerId, key, ...response });
}

const sweepStatement = statement<{ since: number; limit: number }>(`
  delete from idempotency_keys where (caller_id, key) in (
    select caller_id, key from idempotency_keys where created_at <= :since limit :limit)`);
export const sweepIdempotencyKeys = (queries: Queries, now: number) =>
  runInBatches(queries, sweepStatement, { since: now - keptMs });
