import { enqueueMail } from '../../mail/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/index.ts';
import { foldCase } from '../../platform/fold-case.ts';
import { newId } from '../../platform/ids.ts';
import { admitLinkRequest } from './password-link-throttle.ts';

/**
 * Queues a mail for the address without looking whether it has an account: answer and duration are the same for everybody.
 * The draft of the mail finds the account, or drops the mail.
 */
export async function forgetPassword(
  { db, clock }: { db: Database; clock: Clock },
  email: string,
  clientAddress: string,
): Promise<void> {
  const now = clock.now();
  const emailFolded = foldCase(email.trim());
  await db.transaction(async (tx) => {
    await admitLinkRequest(tx, emailFolded, clientAddress, now);
    const to = { address: email.trim() };
    await enqueueMail(tx, { kind: 'password_link', subjectId: newId(now), to }, now);
  });
}
