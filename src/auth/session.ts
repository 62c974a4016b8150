import { type Clock, dayMs } from '../platform/clock.ts';
import { hashToken, newToken } from '../platform/crypto.ts';
import type { Database, Queries } from '../platform/db/index.ts';
import { unauthorized } from '../platform/errors.ts';
import { newId } from '../platform/ids.ts';
import { findSessionByToken, insertSession, replaceSessionToken } from './session-store.ts';

export const sessionLifeMs = 30 * dayMs;
/** The maximum life of a session, even one in daily use. */
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

/**
 * Gives the session a new token and returns it. To be called when what the session may do, or how the account signs
 * in, has changed: a token that somebody copied before then stops working.
 */
export async function rotateSession(tx: Queries, id: string): Promise<string> {
  const token = newToken();
  if (!(await replaceSessionToken(tx, { id, tokenHash: hashToken(token) }))) throw unauthorized();
  return token;
}

/** The session of a cookie's token, unless it has expired. */
export const findSession = ({ db, clock }: { db: Database; clock: Clock }, token: string) =>
  findSessionByToken(db.reads, { tokenHash: hashToken(token), now: clock.now() });
