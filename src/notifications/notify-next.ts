import { setImmediate as nextTurn } from 'node:timers/promises';
import { type EventRow, type EventType, listEventsAfter } from '../events/index.ts';
import { enqueueMail } from '../mail/index.ts';
import { dayMs } from '../platform/clock.ts';
import type { Database, Tx } from '../platform/db/index.ts';
import { newId } from '../platform/ids.ts';
import type { Logger } from '../platform/logger.ts';
import { watchByItself } from '../tickets/index.ts';
import { listNotifiable, type Notifiable } from '../users/index.ts';
import { recordNotification } from './notification-events.ts';
import { findCursor, insertNotification, lockCursor, moveCursor } from './notification-store.ts';
import { type PlannedNotification, planNotifications } from './plan-notifications.ts';

export interface Notifier {
  db: Database;
  logger: Logger;
  catalogue: ReadonlyMap<string, EventType>;
  /** Whether there is a mail server to send by. */
  sendsMail: boolean;
}

const eventsPerStep = 100;
// Whoever imports the past, or was away for long, need not hear of it one by one.
const newsMs = 7 * dayMs;
const mailedMs = dayMs;

/**
 * Tells people of the next events and answers how many it looked at. What is told and the place up to which is one
 * transaction; who moves the place first has told, and another process that read the same events tells nothing.
 */
export async function notifyNext(notifier: Notifier, now: number): Promise<number> {
  const { db } = notifier;
  const cursor = await findCursor(db.reads);
  const events = await listEventsAfter(db.reads, cursor, eventsPerStep);
  const last = events.at(-1);
  if (!last) return 0;
  // Looked up before the transaction, which on SQLite everybody who writes would wait for.
  const planned: PlannedNotification[] = [];
  for (const event of events) {
    if (now - event.occurredAt >= newsMs) continue;
    const plans = await planOrSkip(notifier, event);
    planned.push(...plans);
    // SQLite answers at once; without a pause the requests would wait for the whole page.
    if (plans.length > 0) await nextTurn();
  }
  const people = await listNotifiable(db.reads, [...new Set(planned.map(({ userId }) => userId))]);
  const willing = new Map(people.map((person) => [person.userId, person]));

  await db.transaction(async (tx) => {
    const place = await lockCursor(tx);
    if (place.xid !== cursor.xid || place.seq !== cursor.seq) return;
    for (const plan of planned) await tell(tx, notifier, plan, now, willing.get(plan.userId));
    await moveCursor(tx, last);
  });
  return events.length;
}

async function tell(
  tx: Tx,
  { sendsMail }: Notifier,
  plan: PlannedNotification,
  now: number,
  person: Notifiable | undefined,
): Promise<void> {
  const { event, userId, kind, data, mail } = plan;
  // Whoever is given a ticket or mentioned in one follows it from then on, also when it is given to somebody else.
  if (event.ticketId !== null && (kind === 'assignment' || kind === 'mention')) {
    await watchByItself(tx, event.ticketId, [userId], now);
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
  if (!sendsMail || now - event.occurredAt > mailedMs) return;
  if (mail !== null && person[mail] === 0) return;
  await enqueueMail(tx, { kind: 'notification', subjectId: row.id, to: { userId } }, now);
}

/** An event that cannot be understood must not keep everybody from hearing of the next. */
async function planOrSkip({ db, catalogue, logger }: Notifier, event: EventRow) {
  try {
    return await planNotifications(db.reads, event, catalogue);
  } catch (error) {
    if (!(error instanceof TypeError) && !(error instanceof SyntaxError)) throw error;
    logger.error({ err: error, event: event.id, type: event.type }, 'nobody is told of an event');
    return [];
  }
}
