import { clientNetworks, siteShare } from '../platform/client-networks.ts';
import { hourMs, secondMs } from '../platform/clock.ts';
import type { Tx } from '../platform/db/index.ts';
import { rateLimited } from '../platform/errors.ts';
import { countSignInFailure, listSignInFailures } from './sign-in-failure-store.ts';
import { waitAfter } from './sign-in-throttle.ts';

/** Enough for a whole company behind one address; each further account doubles the delay. */
const freePerHour = 300;

/** Counts a new account of a client address, before its password is hashed. Invited people are not counted. */
export async function admitSignUp(tx: Tx, address: string, now: number): Promise<void> {
  const { network, site } = clientNetworks(address);
  const subjects = [network, ...(site === undefined ? [] : [site])].map((one) => `sign-up ${one}`);
  await tx.advisoryLock('sign-ups');
  const rows = await listSignInFailures(tx, { subjects, since: now - hourMs });
  const freeAttempts = (subject: string) => (subject === subjects[0] ? freePerHour : freePerHour * siteShare);
  const waitMs = Math.max(0, ...rows.map((row) => waitAfter(row, freeAttempts(row.subject), now)));
  if (waitMs > 0)
    throw rateLimited(
      'Too many new accounts from your address. Try again later.',
      Math.ceil(waitMs / secondMs),
    );
  for (const subject of subjects) await countSignInFailure(tx, { subject, now, since: now - hourMs });
}
