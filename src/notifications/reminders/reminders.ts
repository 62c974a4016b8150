import type { Reaction } from '../../events/index.ts';
import type { Queries } from '../../platform/db/index.ts';
import { conflict, invalid, notFound } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { canReadTicket, getTicketFor, lockTicketFor, watchers } from '../../tickets/index.ts';
import type { Scope } from '../../users/index.ts';
import { findTimeProblem } from '../notification.ts';
import { recordInboxChange } from '../notification-events.ts';
import type { ReminderOfTicket } from './reminder-store.ts';
import * as store from './reminder-store.ts';

export type { ReminderOfTicket };

const remindersMax = 200;

/** Those of tickets that the actor may still read, the next first. */
export async function listReminders({ db, actor: { userId } }: Scope): Promise<ReminderOfTicket[]> {
  const reminders = await store.listRemindersOf(db.reads, { userId });
  const readable = await watchers.filterReadable(
    db.reads,
    reminders.map(({ ticketId }) => ticketId),
    userId,
  );
  return reminders.filter(({ ticketId }) => readable.has(ticketId));
}

/** Sets the reminder of a ticket, or moves it to another time: a person has one for each ticket. */
export async function setReminder(scope: Scope, ref: string, remindAt: number) {
  const { userId } = scope.actor;
  const now = scope.clock.now();
  const problem = findTimeProblem(remindAt, now);
  if (problem === 'past') throw invalid({ remindAt: ['Remind at must be in the future'] });
  if (problem === 'far') throw invalid({ remindAt: ['Remind at must be within ten years'] });
  return scope.write(async (tx) => {
    const { id: ticketId } = await lockTicketFor(tx, scope.actor, ref, canReadTicket);
    const known = await store.findReminder(tx, { userId, ticketId });
    if (!known && (await store.countReminders(tx, { userId })) >= remindersMax)
      throw conflict(`You have ${remindersMax} reminders, which is the maximum. Remove one first.`);
    await store.saveReminder(tx, { id: newId(now), userId, ticketId, remindAt, createdAt: now });
    await recordInboxChange(tx, userId, now);
    return getReminder(tx, userId, ticketId);
  });
}

export async function removeReminder(scope: Scope, ref: string): Promise<string> {
  const { userId } = scope.actor;
  return scope.write(async (tx) => {
    const { id: ticketId } = await getTicketFor(tx, scope.actor, ref, canReadTicket);
    if (await store.deleteReminderOf(tx, { userId, ticketId }))
      await recordInboxChange(tx, userId, scope.clock.now());
    return ticketId;
  });
}

async function getReminder(queries: Queries, userId: string, ticketId: string) {
  const found = await store.findReminder(queries, { userId, ticketId });
  if (!found) throw notFound('Reminder');
  return found;
}

/** Deletes the reminders of a removed member, of the tickets that they may no longer read. */
export const forgetReminders: Reaction = {
  react: async (tx, events) => {
    for (const { type, projectId, data } of events) {
      if (type !== 'member.removed' || projectId === null) continue;
      const { id: userId } = (JSON.parse(data) as { member: { id: string } }).member;
      const ticketIds = await store.listRemindedTickets(tx, { userId, projectId });
      const readable = await watchers.filterReadable(tx, ticketIds, userId);
      for (const ticketId of ticketIds)
        if (!readable.has(ticketId)) await store.deleteReminderOf(tx, { userId, ticketId });
    }
  },
};
