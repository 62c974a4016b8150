import { hourMs, secondMs } from '../platform/clock.ts';
import type { Tx } from '../platform/db/index.ts';
import { rateLimited } from '../platform/errors.ts';
import { countSignInFailure, listSignInFailures } from './sign-in-failure-store.ts';
import { waitAfter } from './sign-in-throttle.ts';

/** Enough for a whole company behind one address; each further account doubles the delay. */
const freePerHour = 300;

/** Counts a new account of a client address, before its password is hashed. Invited people are not counted. */
export async function admitSignUp(tx: Tx, address: string, now: number): Promise<void> {
  const subject = `sign-up ${address}`;
  await tx.advisoryLock('sign-ups');
  const [row] = await listSignInFailures(tx, [subject], now - hourMs);
  const waitMs = row ? waitAfter(row, freePerHour, now) : 0;
  if (waitMs > 0)
    throw rateLimited(
      'Too many new accounts from your address. Try again later.',
      Math.ceil(waitMs / secondMs),
    );
  await countSignInFailure(tx, subject, now, now - hourMs);
}
