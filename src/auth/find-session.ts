import type { Clock } from '../platform/clock.ts';
import { hashToken } from '../platform/crypto.ts';
import type { Database } from '../platform/db/index.ts';
import { findSessionByToken } from './session-store.ts';

/** The live session behind the token of a cookie. */
export const findSession = ({ db, clock }: { db: Database; clock: Clock }, token: string) =>
  findSessionByToken(db.reads, hashToken(token), clock.now());
