import { setImmediate as nextTurn } from 'node:timers/promises';
import { type EventRow, type EventType, listEventsAfter } from '../events/index.ts';
import { enqueueMail } from '../mail/index.ts';
import { dayMs } from '../platform/clock.ts';
import type { Database, Tx } from '../platform/db/index.ts';
import { newId } from '../platform/ids.ts';
import type { Logger } from '../platform/logger.ts';
import { isOfImport, watchers } from '../tickets/index.ts';
import { listNotifiableUsers, type NotifiableUser } from '../users/index.ts';
import { recordNotification } from './notification-events.ts';
import { findCursor, insertNotification, lockCursor, moveCursor } from './notification-store.ts';
import { type PlannedNotification, planNotifications } from './plan-notifications.ts';

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
// PostgreSQL answers the statements of a group together. SQLite runs them at once, and requests wait meanwhile.
const perGroup = 10;

/**
 * Creates the notifications of the next events and returns how many events it read. Notifications and cursor change in one
 * transaction: if another process moved the cursor meanwhile, it has created them, and this one creates none.
 */
export async function notifyNext(notifier: Notifier, now: number): Promise<number> {
  const { db } = notifier;
  const cursor = await findCursor(db.reads);
  const events = await listEventsAfter(db.reads, cursor, eventsPerBatch);
  const last = events.at(-1);
  if (!last) return 0;
  // Planned before the transaction, because on SQLite all other writers wait for a transaction.
  const recent = events.filter((event) => now - event.occurredAt < notifyMaxAgeMs && !isOfImport(event));
  const planned = (await mapInGroups(recent, (event) => planOrSkip(notifier, event))).flat();
  const people = await listNotifiableUsers(db.reads, [...new Set(planned.map(({ userId }) => userId))]);
  const recipients = new Map(people.map((person) => [person.userId, person]));

  await db.transaction(async (tx) => {
    const current = await lockCursor(tx);
    if (current.xid !== cursor.xid || current.seq !== cursor.seq) return;
    await mapInGroups(planned, (plan) => notify(tx, notifier, plan, now, recipients.get(plan.userId)));
    await moveCursor(tx, last);
  });
  return events.length;
}

/** Maps the items in order, a group at a time, and lets requests run in between. */
async function mapInGroups<Item, Result>(items: readonly Item[], map: (item: Item) => Promise<Result>) {
  const results: Result[] = [];
  for (let start = 0; start < items.length; start += perGroup) {
    if (start > 0) await nextTurn();
    results.push(...(await Promise.all(items.slice(start, start + perGroup).map(map))));
  }
  return results;
}

async function notify(
  tx: Tx,
  { sendsMail }: Notifier,
  plan: PlannedNotification,
  now: number,
  person: NotifiableUser | undefined,
): Promise<void> {
  const { event, userId, kind, data, mail } = plan;
  // An assigned or mentioned person watches the ticket from now on, even after it is reassigned.
  if (event.ticketId !== null && (kind === 'assignment' || kind === 'mention')) {
    await watchers.addAutomaticWatchers(tx, event.ticketId, [userId], now);
  }
  if (!person) return;
  const row = {
    id: newId(now),
    userId,
    eventId: event.id,
    eventType: event.type,
    kind,
    ticketId: event.ticketId,
    data: JSON.stringify(data),
    createdAt: event.occurredAt,
  };
  if (!(await insertNotification(tx, row))) return;
  await recordNotification(tx, row, data, now);
  if (!sendsMail || now - event.occurredAt > mailMaxAgeMs) return;
  if (mail !== null && person[mail] === 0) return;
  await enqueueMail(tx, { kind: 'notification', subjectId: row.id, to: { userId } }, now);
}

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
