import { hourMs, secondMs } from '../../platform/clock.ts';
import type { Queries } from '../../platform/db/index.ts';
import { rateLimited } from '../../platform/errors.ts';
import { countSignInFailure, listSignInFailures } from '../sign-in-failure-store.ts';
import { waitAfter } from '../sign-in-throttle.ts';

const windowMs = hourMs;
/** How many requests per hour cause no delay; each further one doubles the delay. */
const freeRequests = { account: 3, address: 20 };

/** Limits how many mails a stranger can send to somebody, and how many addresses one client can try. */
export async function assertMayAskForLink(queries: Queries, email: string, address: string, now: number) {
  const subjects = subjectsOf(email, address);
  const rows = await listSignInFailures(queries, Object.values(subjects), now - windowMs);
  const waitMs = Math.max(
    0,
    ...rows.map((row) =>
      waitAfter(row, row.subject === subjects.account ? freeRequests.account : freeRequests.address, now),
    ),
  );
  if (waitMs > 0) {
    throw rateLimited('Too many requests for a new password. Try again later.', Math.ceil(waitMs / secondMs));
  }
}

export async function countLinkRequest(tx: Queries, email: string, address: string, now: number) {
  for (const subject of Object.values(subjectsOf(email, address)).sort()) {
    await countSignInFailure(tx, subject, now, now - windowMs);
  }
}

const subjectsOf = (email: string, address: string) => ({
  account: `link account ${email}`,
  address: `link address ${address}`,
});
