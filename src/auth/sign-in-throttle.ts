import { hourMs, minuteMs, secondMs } from '../platform/clock.ts';
import type { Queries } from '../platform/db/index.ts';
import { rateLimited } from '../platform/errors.ts';
import { hasSessionFrom } from './session-store.ts';
import {
  countSignInFailure,
  deleteSignInFailures,
  deleteSignInFailuresBefore,
  listSignInFailures,
} from './sign-in-failure-store.ts';

const windowMs = hourMs;
const delayMaxMs = 15 * minuteMs;
/** How many failures per hour cause no delay; each further one doubles the delay. */
const freeFailures = { pair: 5, address: 50, account: 100 };

/**
 * Delays password guessing per pair of account and client address (5 free failures an hour), per address (50) and per
 * account (100). The delay per account does not apply to addresses that the account has a session from, so that an
 * attacker cannot lock its owner out.
 */
export async function assertMaySignIn(queries: Queries, email: string, address: string, now: number) {
  const subjects = subjectsOf(email, address);
  const rows = await listSignInFailures(queries, Object.values(subjects), now - windowMs);
  const waits = await Promise.all(
    rows.map(async (row) => {
      const kind = (Object.keys(subjects) as (keyof typeof freeFailures)[]).find(
        (k) => subjects[k] === row.subject,
      );
      const waitMs = kind ? row.lastFailureAt + delayAfter(row.failures - freeFailures[kind]) - now : 0;
      const isOwner =
        kind === 'account' && waitMs > 0 && (await hasSessionFrom(queries, email, address, now));
      return isOwner ? 0 : waitMs;
    }),
  );
  const waitMs = Math.max(0, ...waits);
  if (waitMs > 0) {
    throw rateLimited('Too many failed sign-ins. Try again later.', Math.ceil(waitMs / secondMs));
  }
}

export async function countFailedSignIn(tx: Queries, email: string, address: string, now: number) {
  for (const subject of Object.values(subjectsOf(email, address)).sort()) {
    await countSignInFailure(tx, subject, now, now - windowMs);
  }
}

export const forgetFailedSignIns = (tx: Queries, email: string, address: string) =>
  deleteSignInFailures(tx, subjectsOf(email, address).pair);

export const sweepFailedSignIns = (tx: Queries, now: number) =>
  deleteSignInFailuresBefore(tx, now - windowMs);

function subjectsOf(email: string, address: string) {
  return { pair: `pair ${email} ${address}`, address: `address ${address}`, account: `account ${email}` };
}

export function delayAfter(excessFailures: number): number {
  return excessFailures < 0 ? 0 : Math.min(delayMaxMs, secondMs * 2 ** Math.min(excessFailures, 20));
}
