import { type DraftMail, enqueueMail } from '../mail/index.ts';
import { dayMs } from '../platform/clock.ts';
import type { Database } from '../platform/db/index.ts';
import { findTimezone, listNotifiable } from '../users/index.ts';
import {
  countWeek,
  type DigestReader,
  listDigestReaders,
  listOpenTickets,
  saveDigest,
} from './digest-store.ts';
import { ticketUrl } from './draft-notification-mail.ts';
import { isKnown, nextMonday } from './next-monday.ts';

const listed = 15;
// A Docket that slept through Monday morning still sends on that day, and no week later.
const lateMs = dayMs;

/** Orders the digests that are due, and reckons when each reader's next one is. Safe to repeat at any moment. */
export async function orderDigests(db: Database, now: number): Promise<void> {
  for (const reader of await listDigestReaders(db.reads)) {
    const isReckoned = reader.nextAt !== null && reader.reckonedIn === reader.timezone;
    if (isReckoned && (reader.nextAt as number) > now) continue;
    await orderDigest(db, reader, isReckoned, now);
  }
}

async function orderDigest(db: Database, reader: DigestReader, isReckoned: boolean, now: number) {
  const { userId, timezone, nextAt } = reader;
  await db.transaction(async (tx) => {
    const next = nextMonday(now, timezone);
    await saveDigest(tx, userId, timezone, next.at);
    if (!isReckoned || nextAt === null || now - nextAt > lateMs) return;
    // By its day: a person who moves to another zone has no second Monday in the same week.
    const { day } = nextMonday(nextAt - 1, timezone);
    await enqueueMail(tx, { kind: 'digest', subjectId: `${userId} ${day}`, to: { userId } }, now);
  });
}

export const draftDigest =
  (baseUrl: string): DraftMail =>
  async (tx, { userId }, now) => {
    const [person] = userId === null ? [] : await listNotifiable(tx, [userId]);
    if (!person?.mailWeeklyDigest) return undefined;
    const { open, overdue, done, unread } = await countWeek(tx, person.userId, now, now - 7 * dayMs);
    if (open + done + unread === 0) return undefined;
    const zone = await findTimezone(tx, person.userId);
    const tickets = await listOpenTickets(tx, person.userId, listed);
    const facts = [
      `${plural(open, 'open ticket')} assigned to you${overdue > 0 ? `, ${overdue} overdue` : ''}.`,
      `${plural(done, 'ticket')} of yours done in the last seven days.`,
      ...(unread > 0 ? [`${plural(unread, 'unread notification')}.`] : []),
    ];
    return {
      subject: `Your week in Docket: ${open} open${overdue > 0 ? `, ${overdue} overdue` : ''}`,
      paragraphs: [`Good morning, ${person.name}.`, facts.join('\n')],
      list: tickets.map(({ id, key, title, dueDate }) => ({
        text: `${key ? `${key} ` : ''}${title}${dueDate === null ? '' : ` (due ${dayOf(dueDate, zone)})`}`,
        url: ticketUrl(baseUrl, { id, key: key ?? undefined }),
      })),
      link: { label: 'Open Docket', url: baseUrl },
      reason: 'You get this every Monday because you asked for it in your preferences.',
      unsubscribeFrom: 'mailWeeklyDigest',
    };
  };

const plural = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;

const dayOf = (at: number, zone: string) =>
  Temporal.Instant.fromEpochMilliseconds(at)
    .toZonedDateTimeISO(isKnown(zone) ? zone : 'UTC')
    .toPlainDate()
    .toString();
