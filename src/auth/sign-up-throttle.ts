import { clientNetworks, siteShare } from '../platform/client-networks.ts';
import { hourMs, secondMs } from '../platform/clock.ts';
import type { Tx } from '../platform/db/index.ts';
import { rateLimited } from '../platform/errors.ts';
import { countSignInFailure, listSignInFailures } from './sign-in-failure-store.ts';
import { waitAfter } from './sign-in-throttle.ts';

/** Enough for a whole company behind one address; each further one doubles the delay. */
const freePerHour = { 'sign-up': 300, 'oauth client': 100 } as const;

/** Counts a new account of a client address, before its password is hashed. Invited people are not counted. */
export async function admitSignUp(tx: Tx, address: string, now: number): Promise<void> {
  const waitMs = await countFrom(tx, 'sign-up', address, now);
  if (waitMs > 0)
    throw rateLimited(
      'Too many new accounts from your address. Try again later.',
      Math.ceil(waitMs / secondMs),
    );
}

/** Counts an application that registers itself. */
export async function admitNewClient(tx: Tx, address: string, now: number): Promise<void> {
  const waitMs = await countFrom(tx, 'oauth client', address, now);
  if (waitMs > 0)
    throw rateLimited(
      'Too many new applications from your address. Try again later.',
      Math.ceil(waitMs / secondMs),
    );
}

/** Counts one more, unless the address has to wait: then returns for how long. */
async function countFrom(
  tx: Tx,
  what: keyof typeof freePerHour,
  address: string,
  now: number,
): Promise<number> {
  const { network, site } = clientNetworks(address);
  const subjects = [network, ...(site === undefined ? [] : [site])].map((one) => `${what} ${one}`);
  await tx.advisoryLock(`${what}s`);
  const rows = await listSignInFailures(tx, { subjects, since: now - hourMs });
  const free = freePerHour[what];
  const freeAttempts = (subject: string) => (subject === subjects[0] ? free : free * siteShare);
  const waitMs = Math.max(0, ...rows.map((row) => waitAfter(row, freeAttempts(row.subject), now)));
  if (waitMs > 0) return waitMs;
  for (const subject of subjects) await countSignInFailure(tx, { subject, now, since: now - hourMs });
  return 0;
}
