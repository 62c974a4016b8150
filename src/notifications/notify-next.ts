import { setImmediate as nextTurn } from 'node:timers/promises';
import { type EventRow, type EventType, listEventsAfter, recordEvents } from '../events/index.ts';
import { enqueueMail } from '../mail/index.ts';
import { dayMs } from '../platform/clock.ts';
import type { Database, Tx } from '../platform/db/index.ts';
import { newId } from '../platform/ids.ts';
import type { Logger } from '../platform/logger.ts';
import { isOfImport, watchers } from '../tickets/index.ts';
import { listNotifiableUsers, type NotifiableUser } from '../users/index.ts';
import { buildNotificationEvent } from './notification-events.ts';
import { endSnoozeOf, insertNotifications, listSnoozedOf, notificationCursor } from './notification-store.ts';
import { type PlannedNotification, planNotifications } from './plan-notifications.ts';
import { planViewEntries } from './plan-view-entries.ts';
import { insertPushes } from './push/push-store.ts';

export interface Notifier {
  db: Database;
  logger: Logger;
  catalogue: ReadonlyMap<string, EventType>;
  /** Whether a mail server is configured. */
  sendsMail: boolean;
}

const eventsPerBatch = 100;
// Older events notify nobody.
const notifyMaxAgeMs = 7 * dayMs;
const mailMaxAgeMs = dayMs;
// The size of a group. PostgreSQL answers the statements of a group together. SQLite runs them at once, and requests
// wait meanwhile.
const perGroup = 10;

/** Creates the notifications of the next events and returns how many events it read. */
export async function notifyNext(notifier: Notifier, now: number): Promise<number> {
  const { db } = notifier;
  const cursor = await notificationCursor.find(db.reads);
  const events = await listEventsAfter(db.reads, { ...cursor, limit: eventsPerBatch });
  const last = events.at(-1);
  if (!last) return 0;
  // Planned before the transaction, because on SQLite all other writers wait for a transaction.
  const recent = events.filter((event) => now - event.occurredAt < notifyMaxAgeMs && !isOfImport(event));
  const planned: PlannedNotification[] = [];
  await inGroups(recent, async (group) => {
    planned.push(...(await Promise.all(group.map((event) => planOrSkip(notifier, event)))).flat());
  });
  planned.push(...(await planViewEntries(db, now, recent)));
  const people = await listNotifiableUsers(db.reads, [...new Set(planned.map(({ userId }) => userId))]);
  const recipients = new Map(people.map((person) => [person.userId, person]));

  await notificationCursor.advance(db, cursor, last, async (tx) => {
    await inGroups(planned, (group) => notify(tx, notifier, group, now, recipients));
  });
  return events.length;
}

/** Takes the items in order, a group at a time, and lets requests run in between. */
async function inGroups<Item>(items: readonly Item[], take: (group: readonly Item[]) => Promise<void>) {
  for (let start = 0; start < items.length; start += perGroup) {
    if (start > 0) await nextTurn();
    await take(items.slice(start, start + perGroup));
  }
}

/** Creates the notifications of a group of plans, with few statements. */
async function notify(
  tx: Tx,
  { sendsMail }: Notifier,
  plans: readonly PlannedNotification[],
  now: number,
  recipients: ReadonlyMap<string, NotifiableUser>,
): Promise<void> {
  // An assigned or mentioned person watches the ticket from now on, even after it is reassigned.
  const watched = plans.filter(({ kind }) => kind === 'assignment' || kind === 'mention');
  await Promise.all(
    watched.map(async ({ event: { ticketId }, userId }) => {
      if (ticketId !== null) await watchers.addAutomaticWatchers(tx, ticketId, [userId], now);
    }),
  );
  const rows = plans.flatMap((plan) => {
    const person = recipients.get(plan.userId);
    return person ? [{ plan, person, row: toRow(plan, now) }] : [];
  });
  const inserted = await insertNotifications(
    tx,
    rows.map(({ row }) => row),
  );
  const created = rows.filter(({ row }) => inserted.has(row.id));
  await endSnoozes(
    tx,
    created.map(({ row }) => row),
  );
  await recordEvents(
    tx,
    created.map(({ row, plan: { data } }) => buildNotificationEvent(row, data, now)),
  );
  await insertPushes(tx, { ids: created.map(({ row: { id } }) => id), now });
  if (!sendsMail) return;
  const mailed = created.filter(
    ({ plan: { event, mail }, person }) =>
      now - event.occurredAt <= mailMaxAgeMs && (mail === null || person[mail] !== 0),
  );
  await Promise.all(
    mailed.map(({ row: { id, userId } }) =>
      enqueueMail(tx, { kind: 'notification', subjectId: id, to: { userId } }, now),
    ),
  );
}

/** Something new about a ticket brings back at once what its person snoozed of it. */
async function endSnoozes(tx: Tx, created: readonly { userId: string; ticketId: string | null }[]) {
  const pairs = new Set(created.map(({ userId, ticketId }) => `${userId} ${ticketId}`));
  const ticketIds = [...new Set(created.flatMap(({ ticketId }) => ticketId ?? []))];
  if (ticketIds.length === 0) return;
  const userIds = [...new Set(created.map(({ userId }) => userId))];
  const ids = (await listSnoozedOf(tx, { userIds, ticketIds }))
    .filter(({ userId, ticketId }) => pairs.has(`${userId} ${ticketId}`))
    .map(({ id }) => id);
  if (ids.length > 0) await endSnoozeOf(tx, { ids });
}

const toRow = ({ event, userId, kind, data }: PlannedNotification, now: number) => ({
  id: newId(now),
  userId,
  eventId: event.id,
  eventType: event.type,
  kind,
  ticketId: event.ticketId,
  data: JSON.stringify(data),
  createdAt: event.occurredAt,
});

/** Skips an event with a malformed payload, which would otherwise block all later ones. */
async function planOrSkip({ db, catalogue, logger }: Notifier, event: EventRow) {
  try {
    return await planNotifications(db.reads, event, catalogue);
  } catch (error) {
    if (!(error instanceof TypeError) && !(error instanceof SyntaxError)) throw error;
    logger.error(
      { err: error, event: event.id, type: event.type },
      'Cannot read event; nobody is notified of it',
    );
    return [];
  }
}
