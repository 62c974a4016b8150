import { clientNetworks, siteShare } from '../../platform/client-networks.ts';
import { hourMs, secondMs } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db/index.ts';
import { rateLimited } from '../../platform/errors.ts';
import { countSignInFailure, listSignInFailures } from '../sign-in-failure-store.ts';
import { waitAfter } from '../sign-in-throttle.ts';

const windowMs = hourMs;
/** How many requests per hour cause no delay; each further one doubles the delay. */
const freeRequests = { account: 3, address: 20, site: 20 * siteShare };

/**
 * Limits how many mails a stranger can send to somebody, and how many addresses one client can try. Counts in the same
 * transaction, under a lock: parallel requests would all be checked before the first is counted.
 */
export async function admitLinkRequest(tx: Tx, account: string, address: string, now: number) {
  await tx.advisoryLock('link requests');
  const free = linkSubjects(account, address);
  const rows = await listSignInFailures(tx, { subjects: [...free.keys()], since: now - windowMs });
  const waitMs = Math.max(0, ...rows.map((row) => waitAfter(row, free.get(row.subject) ?? 0, now)));
  if (waitMs > 0) {
    throw rateLimited('Too many requests for a link. Try again later.', Math.ceil(waitMs / secondMs));
  }
  for (const subject of free.keys()) await countSignInFailure(tx, { subject, now, since: now - windowMs });
}

/** The subjects to count, each with the number of requests that cause no delay. */
function linkSubjects(account: string, address: string): Map<string, number> {
  const { network, site } = clientNetworks(address);
  const free = new Map([
    [`link account ${account}`, freeRequests.account],
    [`link address ${network}`, freeRequests.address],
  ]);
  return site === undefined ? free : free.set(`link address ${site}`, freeRequests.site);
}
