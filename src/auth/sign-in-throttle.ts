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

const memoryMs = hourMs;
const delayMax = 15 * minuteMs;
/** How many failures an hour are free, and then each one doubles the wait. */
const free = { pair: 5, address: 50, account: 100 };

/**
 * Guessing is slowed where it happens: one address at one account soonest, one address at many accounts later.
 * Many addresses at one account slow only addresses that the account's owner is not signed in from, so that an
 * attacker cannot lock the owner out.
 */
export async function assertMaySignIn(queries: Queries, email: string, address: string, now: number) {
  const subjects = subjectsOf(email, address);
  const rows = await listSignInFailures(queries, Object.values(subjects), now - memoryMs);
  const waits = await Promise.all(
    rows.map(async (row) => {
      const kind = (Object.keys(subjects) as (keyof typeof free)[]).find((k) => subjects[k] === row.subject);
      const waitMs = kind ? row.lastFailureAt + delayAfter(row.failures - free[kind]) - now : 0;
      const isOwner =
        kind === 'account' && waitMs > 0 && (await hasSessionFrom(queries, email, address, now));
      return isOwner ? 0 : waitMs;
    }),
  );
  const waitMs = Math.max(0, ...waits);
  if (waitMs > 0) {
    throw rateLimited(
      'Too many failed sign-ins. Wait a little, then try again.',
      Math.ceil(waitMs / secondMs),
    );
  }
}

export async function countFailedSignIn(tx: Queries, email: string, address: string, now: number) {
  for (const subject of Object.values(subjectsOf(email, address)).sort()) {
    await countSignInFailure(tx, subject, now, now - memoryMs);
  }
}

export const forgetFailedSignIns = (tx: Queries, email: string, address: string) =>
  deleteSignInFailures(tx, subjectsOf(email, address).pair);

export const sweepFailedSignIns = (tx: Queries, now: number) =>
  deleteSignInFailuresBefore(tx, now - memoryMs);

function subjectsOf(email: string, address: string) {
  return { pair: `pair ${email} ${address}`, address: `address ${address}`, account: `account ${email}` };
}

function delayAfter(failuresTooMany: number): number {
  return failuresTooMany < 0 ? 0 : Math.min(delayMax, secondMs * 2 ** Math.min(failuresTooMany, 20));
}
