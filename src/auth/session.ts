import { dayMs } from '../platform/clock.ts';
import { hashToken, newToken } from '../platform/crypto.ts';
import type { Queries } from '../platform/db/index.ts';
import { newId } from '../platform/ids.ts';
import { insertSession } from './session-store.ts';

export const sessionLifeMs = 30 * dayMs;
/** A session in use is prolonged at most this often: a write a day, not a write a request. */
export const sessionRefreshMs = dayMs;

/** Where a request comes from, as far as it tells. */
export interface Client {
  address: string | null;
  userAgent: string | null;
}

export interface NewSession {
  id: string;
  userId: string;
  /** The only time the token is seen: the database keeps its hash. */
  token: string;
  expiresAt: number;
}

export async function openSession(
  tx: Queries,
  userId: string,
  client: Client,
  now: number,
): Promise<NewSession> {
  const token = newToken();
  const id = newId(now);
  const expiresAt = now + sessionLifeMs;
  await insertSession(tx, {
    id,
    userId,
    tokenHash: hashToken(token),
    address: client.address,
    userAgent: client.userAgent?.slice(0, 500) ?? null,
    createdAt: now,
    refreshedAt: now,
    expiresAt,
  });
  return { id, userId, token, expiresAt };
}
