import { hourMs, secondMs } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db/index.ts';
import { rateLimited } from '../../platform/errors.ts';
import { countSignInFailure, listSignInFailures } from '../sign-in-failure-store.ts';
import { waitAfter } from '../sign-in-throttle.ts';

const windowMs = hourMs;
/** How many requests per hour cause no delay; each further one doubles the delay. */
const freeRequests = { account: 3, address: 20 };

/**
 * Limits how many mails a stranger can send to somebody, and how many addresses one client can try. Counts in the same
 * transaction, under a lock: parallel requests would all be checked before the first is counted.
 */
export async function admitLinkRequest(tx: Tx, account: string, address: string, now: number) {
  await tx.advisoryLock('link requests');
  const subjects = subjectsOf(account, address);
  const rows = await listSignInFailures(tx, Object.values(subjects), now - windowMs);
  const waitMs = Math.max(
    0,
    ...rows.map((row) =>
      waitAfter(row, row.subject === subjects.account ? freeRequests.account : freeRequests.address, now),
    ),
  );
  if (waitMs > 0) {
    throw rateLimited('Too many requests for a link. Try again later.', Math.ceil(waitMs / secondMs));
  }
  for (const subject of Object.values(subjects)) await countSignInFailure(tx, subject, now, now - windowMs);
}

const subjectsOf = (account: string, address: string) => ({
  account: `link account ${account}`,
  address: `link address ${address}`,
});
