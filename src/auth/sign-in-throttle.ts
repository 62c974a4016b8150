import { clientNetworks, siteShare } from '../platform/client-networks.ts';
import { hourMs, minuteMs, secondMs } from '../platform/clock.ts';
import type { Queries, Tx } from '../platform/db/index.ts';
import { rateLimited } from '../platform/errors.ts';
import { hasSignedInFrom } from './sign-in-address-store.ts';
import {
  countSignInFailure,
  deleteSignInFailures,
  deleteSignInFailuresBefore,
  type Failures,
  listSignInFailures,
  uncountSignInFailure,
} from './sign-in-failure-store.ts';

const windowMs = hourMs;
const delayMaxMs = 15 * minuteMs;
const clockSkewMaxMs = minuteMs;
/**
 * What an attempt guesses. Failures are counted for each kind: a right password must not clear the count of wrong
 * codes, or a person who knows the password could guess codes without end.
 */
export type Guessed = 'password' | 'code' | 'passkey';
/** How many failures per hour cause no delay; each further one doubles the delay. A code has only six digits. */
const freeFailures = {
  password: { pair: 5, address: 50, site: 50 * siteShare, account: 100 },
  code: { pair: 5, address: 50, site: 50 * siteShare, account: 20 },
  // Nobody can guess a passkey; the limit bounds the work of checking signatures.
  passkey: { pair: 5, address: 50, site: 50 * siteShare, account: 100 },
} as const;
type Subject = keyof (typeof freeFailures)['password'];

/**
 * Delays guessing of passwords, of codes of the second factor and of passkeys, per pair of account and client address (5 free failures an hour), per
 * address (50) and per account (100, 20 for codes). An IPv6 client is its /64 network, and its /48 has ten times that. The delay per account does not apply to addresses that the account signed in from before, so that an
 * attacker cannot lock its owner out.
 *
 * An attempt counts as a failure before its password is checked, or parallel guesses would all be checked before the first
 * is counted. `settleSignIn` takes it back.
 */
export async function admitSignIn(
  tx: Tx,
  email: string,
  address: string,
  now: number,
  guessed: Guessed = 'password',
) {
  await tx.advisoryLock('sign-ins');
  await assertMaySignIn(tx, email, address, now, guessed);
  for (const subject of throttledSubjects(email, address, guessed).values())
    await countSignInFailure(tx, { subject, now, since: now - windowMs });
}

/** Takes the failure back, because the password or code was right, or was not checked at all. */
export async function settleSignIn(
  tx: Queries,
  email: string,
  address: string,
  isRight: boolean,
  guessed: Guessed = 'password',
) {
  for (const [kind, subject] of throttledSubjects(email, address, guessed)) {
    if (isRight && kind === 'pair') await deleteSignInFailures(tx, { subject });
    else await uncountSignInFailure(tx, { subject });
  }
}

async function assertMaySignIn(
  queries: Queries,
  email: string,
  address: string,
  now: number,
  guessed: Guessed,
) {
  const subjects = throttledSubjects(email, address, guessed);
  const rows = await listSignInFailures(queries, { subjects: [...subjects.values()], since: now - windowMs });
  const waits = await Promise.all(
    rows.map(async (row) => {
      const kind = subjects.entries().find(([, subject]) => subject === row.subject)?.[0];
      const waitMs = kind ? waitAfter(row, freeFailures[guessed][kind], now) : 0;
      const isOwner = kind === 'account' && waitMs > 0 && (await hasSignedInFrom(queries, email, address));
      return isOwner ? 0 : waitMs;
    }),
  );
  const waitMs = Math.max(0, ...waits);
  if (waitMs > 0) {
    throw rateLimited('Too many failed sign-ins. Try again later.', Math.ceil(waitMs / secondMs));
  }
}

export const sweepFailedSignIns = (tx: Queries, now: number) =>
  deleteSignInFailuresBefore(tx, { since: now - windowMs });

function throttledSubjects(email: string, address: string, guessed: Guessed): Map<Subject, string> {
  const start = guessed === 'password' ? '' : `${guessed} `;
  const { network, site } = clientNetworks(address);
  const subjects = new Map<Subject, string>([
    ['pair', `${start}pair ${email} ${network}`],
    ['address', `${start}address ${network}`],
    ['account', `${start}account ${email}`],
  ]);
  return site === undefined ? subjects : subjects.set('site', `${start}address ${site}`);
}

/**
 * How long to wait after this number of failures.
 *
 * A parallel request, or one to another machine, can have failed a moment later than `now`. A failure further ahead
 * was stored before the system time was set back; it delays nobody, because otherwise it would lock people out for as
 * long as the clock was wrong.
 */
export function waitAfter({ failures, lastFailureAt }: Failures, free: number, now: number): number {
  if (failures < free || lastFailureAt - now > clockSkewMaxMs) return 0;
  return Math.max(0, lastFailureAt + delayAfter(failures - free) - now);
}

function delayAfter(excessFailures: number): number {
  return excessFailures < 0 ? 0 : Math.min(delayMaxMs, secondMs * 2 ** Math.min(excessFailures, 20));
}
