import { dayMs } from '../platform/clock.ts';
import { hashToken, newToken } from '../platform/crypto.ts';
import type { Queries } from '../platform/db/index.ts';
import { newId } from '../platform/ids.ts';
import { insertSession } from './session-store.ts';

export const sessionLifeMs = 30 * dayMs;
/** Even a session in daily use ends then. */
export const sessionLifeMaxMs = 365 * dayMs;
/** A session in use is extended at most this often: one write a day instead of one per request. */
export const sessionRefreshMs = dayMs;

/** The client of a request, as far as it is known. */
export interface Client {
  address: string | null;
  userAgent: string | null;
}

export interface NewSession {
  id: string;
  userId: string;
  /** Not stored: the database has only its hash. */
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
