import { recordEvents } from '../events/index.ts';
import { enqueueMail } from '../mail/index.ts';
import type { Tx } from '../platform/db/index.ts';
import { newId } from '../platform/ids.ts';
import { ticketKey, watchers } from '../tickets/index.ts';
import { listNotifiableUsers } from '../users/index.ts';
import { findOpenable } from './hide-unreadable.ts';
import type { NotificationData } from './notification.ts';
import { buildNotificationEvent, notificationReturned } from './notification-events.ts';
import { reminder } from './notification-kinds.ts';
import { insertNotifications, listDueSnoozed, wakeNotification } from './notification-store.ts';
import type { Notifier } from './notify-next.ts';
import { insertPushes } from './push/push-store.ts';
import * as reminders from './reminders/reminder-store.ts';

const perStep = 50;

/**
 * Brings back what people snoozed until now, and turns due reminders into notifications. Returns whether there may be more.
 * Any number of processes may run it: the statement that takes a row has its time as a condition, so it changes the row in
 * one process only, in the transaction that records the event. What was due while no process ran is due at the next start.
 */
export async function returnDue(notifier: Notifier, now: number): Promise<boolean> {
  const { db } = notifier;
  const snoozed = await listDueSnoozed(db.reads, { now, limit: perStep });
  const due = await reminders.listDueReminders(db.reads, { now, limit: perStep });
  if (snoozed.length > 0) {
    await db.transaction(async (tx) => {
      const isOpenable = await findOpenableBy(tx, snoozed);
      for (const row of snoozed) {
        if (!(await wakeNotification(tx, { id: row.id, now }))) continue;
        if (!isOpenable(row)) continue;
        const data = JSON.parse(row.data) as NotificationData;
        await recordEvents(tx, [buildNotificationEvent(row, data, now, notificationReturned)]);
        await insertPushes(tx, { ids: [row.id], now });
      }
    });
  }
  // Each in a transaction of its own, so that one that fails does not delay the others.
  for (const id of due) await db.transaction((tx) => remind(tx, notifier, id, now));
  return snoozed.length === perStep || due.length === perStep;
}

type Snoozed = Awaited<ReturnType<typeof listDueSnoozed>>[number];

async function findOpenableBy(tx: Tx, rows: readonly Snoozed[]) {
  const byPerson = new Map<string, (row: Snoozed) => boolean>();
  for (const [userId, own] of Map.groupBy(rows, (row) => row.userId))
    byPerson.set(userId, await findOpenable(tx, userId, own));
  return (row: Snoozed) => byPerson.get(row.userId)?.(row) === true;
}

/** A person who may no longer read the ticket loses the reminder without a notification. */
async function remind(tx: Tx, { sendsMail }: Notifier, id: string, now: number): Promise<void> {
  const due = await reminders.findDueReminder(tx, { id, now });
  if (!due || !(await reminders.takeReminder(tx, { id, now })) || due.title === null) return;
  const { userId, ticketId, title, number, projectId, projectName, projectKey } = due;
  if ((await watchers.filterReaders(tx, ticketId, [userId])).length === 0) return;
  const key = ticketKey(projectKey, number);
  const data: NotificationData = {
    message: `Reminder of ${key === undefined ? title : `${key} ${title}`}`,
    actor: null,
    ticket: { id: ticketId, title, ...(key !== undefined && { key }) },
    project: projectId === null ? null : { id: projectId, name: projectName ?? '', key: projectKey ?? '' },
    comment: null,
  };
  const row = {
    ...{ id: newId(now), userId, eventId: id, eventType: 'reminder.due', kind: reminder.kind, ticketId },
    ...{ data: JSON.stringify(data), createdAt: now },
  };
  await insertNotifications(tx, [row]);
  await recordEvents(tx, [buildNotificationEvent(row, data, now)]);
  await insertPushes(tx, { ids: [row.id], now });
  const [person] = sendsMail ? await listNotifiableUsers(tx, [userId]) : [];
  if (person?.[reminder.mail])
    await enqueueMail(tx, { kind: 'notification', subjectId: row.id, to: { userId } }, now);
}
