import { enqueueMail, type MailDrafter } from '../mail/index.ts';
import { dayMs } from '../platform/clock.ts';
import type { Database } from '../platform/db/index.ts';
import { temporalZone } from '../platform/time-zone.ts';
import { findTimezone, listNotifiableUsers } from '../users/index.ts';
import {
  countForDigest,
  type DigestSubscriber,
  listDigestSubscribers,
  listOpenTickets,
  saveNextDigest,
} from './digest-store.ts';
import { ticketUrl } from './draft-notification-mail.ts';
import { nextMonday } from './next-monday.ts';

const ticketsMax = 15;
// After downtime a digest is still sent within a day; later it is skipped.
const delayMaxMs = dayMs;

/** Enqueues the digests that are due and stores when each subscriber’s next one is. Idempotent. */
export async function enqueueDigests(db: Database, now: number): Promise<void> {
  for (const subscriber of await listDigestSubscribers(db.workerReads)) {
    const isScheduled = subscriber.nextAt !== null && subscriber.nextAtTimezone === subscriber.timezone;
    if (isScheduled && (subscriber.nextAt as number) > now) continue;
    await enqueueDigest(db, subscriber, isScheduled, now);
  }
}

async function enqueueDigest(db: Database, subscriber: DigestSubscriber, isScheduled: boolean, now: number) {
  const { userId, timezone, nextAt } = subscriber;
  await db.transaction(async (tx) => {
    const next = nextMonday(now, timezone);
    await saveNextDigest(tx, { userId, timezone, nextAt: next.at });
    if (!isScheduled || nextAt === null || now - nextAt > delayMaxMs) return;
    // The key is the local date, so that a change of the time zone does not cause a second digest in the same week.
    const { day } = nextMonday(nextAt - 1, timezone);
    await enqueueMail(tx, { kind: 'digest', subjectId: `${userId} ${day}`, to: { userId } }, now);
  });
}

export const draftDigest =
  (baseUrl: string): MailDrafter =>
  async (tx, { userId }, now, instanceName) => {
    const [person] = userId === null ? [] : await listNotifiableUsers(tx, [userId]);
    if (!person?.mailWeeklyDigest) return undefined;
    const { open, overdue, done, unread } = await countForDigest(tx, person.userId, now, now - 7 * dayMs);
    if (open + done + unread === 0) return undefined;
    const zone = await findTimezone(tx, person.userId);
    const tickets = await listOpenTickets(tx, { userId: person.userId, limit: ticketsMax });
    const facts = [
      `${plural(open, 'open ticket')} assigned to you${overdue > 0 ? `, ${overdue} overdue` : ''}.`,
      `${plural(done, 'ticket')} of yours done in the last 7 days.`,
      ...(unread > 0 ? [`${plural(unread, 'unread notification')}.`] : []),
    ];
    return {
      subject: `Your week in ${instanceName}: ${open} open${overdue > 0 ? `, ${overdue} overdue` : ''}`,
      paragraphs: [`Good morning, ${person.name}.`, facts.join('\n')],
      list: tickets.map(({ id, key, title, dueDate }) => ({
        text: `${key ? `${key} ` : ''}${title}${dueDate === null ? '' : ` (due ${localDay(dueDate, zone)})`}`,
        url: ticketUrl(baseUrl, { id, key: key ?? undefined }),
      })),
      link: { label: `Open ${instanceName}`, url: baseUrl },
      reason: 'You receive this every Monday because you turned on the weekly digest in your preferences.',
      unsubscribeFrom: 'mailWeeklyDigest',
    };
  };

const plural = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;

const localDay = (at: number, zone: string) =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(temporalZone(zone)).toPlainDate().toString();
