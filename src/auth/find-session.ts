import type { Clock } from '../platform/clock.ts';
import { hashToken } from '../platform/crypto.ts';
import type { Database } from '../platform/db/index.ts';
import { findSessionByToken } from './session-store.ts';

/** The session of a cookie's token, unless it has expired. */
export const findSession = ({ db, clock }: { db: Database; clock: Clock }, token: string) =>
  findSessionByToken(db.reads, hashToken(token), clock.now());
