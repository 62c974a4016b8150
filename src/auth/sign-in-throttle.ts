import { hourMs, minuteMs, secondMs } from '../platform/clock.ts';
import { type Queries, statement } from '../platform/db/index.ts';
import { rateLimited } from '../platform/errors.ts';
import { hasSessionFrom } from './session-store.ts';

interface Failures {
  subject: string;
  failures: number;
  lastFailureAt: number;
}

const ofSubjects = statement<{ subjects: string[]; since: number }, Failures>(`
  select subject, failures, last_failure_at as "lastFailureAt" from sign_in_failures
  where subject in :subjects[] and last_failure_at > :since`);
const count = statement<{ subject: string; now: number; since: number }>(`
  insert into sign_in_failures (subject, failures, last_failure_at) values (:subject, 1, :now)
  on conflict (subject) do update set
    failures = case when sign_in_failures.last_failure_at > :since then sign_in_failures.failures + 1 else 1 end,
    last_failure_at = :now`);
const forget = statement<{ subject: string }>('delete from sign_in_failures where subject = :subject');
const sweep = statement<{ since: number }>('delete from sign_in_failures where last_failure_at <= :since');

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
  const rows = await queries.list(ofSubjects, { subjects: Object.values(subjects), since: now - memoryMs });
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
    await tx.run(count, { subject, now, since: now - memoryMs });
  }
}

export const forgetFailedSignIns = (tx: Queries, email: string, address: string) =>
  tx.run(forget, { subject: subjectsOf(email, address).pair });

export const sweepFailedSignIns = (tx: Queries, now: number) => tx.run(sweep, { since: now - memoryMs });

function subjectsOf(email: string, address: string) {
  return { pair: `pair ${email} ${address}`, address: `address ${address}`, account: `account ${email}` };
}

function delayAfter(failuresTooMany: number): number {
  return failuresTooMany < 0 ? 0 : Math.min(delayMax, secondMs * 2 ** Math.min(failuresTooMany, 20));
}
