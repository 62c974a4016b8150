import type { Clock } from '../platform/clock.ts';
import { hashToken } from '../platform/crypto.ts';
import type { Database } from '../platform/db/index.ts';
import { Refusal } from '../platform/errors.ts';
import { type MailPreference, turnOffMail } from '../users/index.ts';
import { findByUnsubscribeToken } from './mail-store.ts';

/** The wire name of each preference, and what the unsubscribe page calls it. */
const preferenceTexts: Record<MailPreference, { name: string; topic: string }> = {
  mailTicketAssigned: { name: 'ticketAssigned', topic: 'tickets that are assigned to you' },
  mailTicketUpdated: { name: 'ticketUpdated', topic: 'mentions and updates of tickets that you watch' },
  mailProjectInvites: { name: 'projectInvites', topic: 'projects that you are added to' },
  mailWeeklyDigest: { name: 'weeklyDigest', topic: 'your weekly digest' },
};

/** Changes nothing, because mail scanners open links too. */
export async function getUnsubscription({ db }: { db: Database }, token: string) {
  const found = await findByUnsubscribeToken(db.reads, { hash: hashToken(token) });
  const preference = found?.preference as MailPreference | undefined;
  if (!found || !preference) {
    throw new Refusal(
      'NOT_FOUND',
      'This link is invalid or has expired. Change your e-mail preferences instead.',
    );
  }
  return { userId: found.userId, preference, ...preferenceTexts[preference] };
}

export async function unsubscribe({ db, clock }: { db: Database; clock: Clock }, token: string) {
  const found = await getUnsubscription({ db }, token);
  await db.transaction((tx) => turnOffMail(tx, found.userId, found.preference, clock.now()));
  return found;
}
