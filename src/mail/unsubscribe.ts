import type { Clock } from '../platform/clock.ts';
import { hashToken } from '../platform/crypto.ts';
import type { Database } from '../platform/db/index.ts';
import { Refusal } from '../platform/errors.ts';
import { type MailPreference, stopMail } from '../users/index.ts';
import { findByUnsubscribeToken } from './mail-store.ts';

/** The preferences as the interface calls them, and in words. */
const subjects: Record<MailPreference, { name: string; words: string }> = {
  mailTicketAssigned: { name: 'ticketAssigned', words: 'tickets that are assigned to you' },
  mailTicketUpdated: { name: 'ticketUpdated', words: 'mentions and changes of tickets that you watch' },
  mailProjectInvites: { name: 'projectInvites', words: 'projects that you are added to' },
  mailWeeklyDigest: { name: 'weeklyDigest', words: 'your week, on Mondays' },
};

/** What the link in a mail turns off. Following it changes nothing: programs look at links, too. */
export async function getUnsubscription({ db }: { db: Database }, token: string) {
  const found = await findByUnsubscribeToken(db.reads, hashToken(token));
  const preference = found?.preference as MailPreference | undefined;
  if (!found || !preference) {
    throw new Refusal('NOT_FOUND', 'This link is not known any more. Change your preferences instead.');
  }
  return { userId: found.userId, preference, ...subjects[preference] };
}

export async function unsubscribe({ db, clock }: { db: Database; clock: Clock }, token: string) {
  const found = await getUnsubscription({ db }, token);
  await db.transaction((tx) => stopMail(tx, found.userId, found.preference, clock.now()));
  return found;
}
