import { type EventType, findEvent } from '../events/index.ts';
import type { Tx } from '../platform/db/index.ts';
import { newId } from '../platform/ids.ts';
import { watchers } from '../tickets/index.ts';
import { insertNotifications, updateReadAt } from './notification-store.ts';
import { planNotifications } from './plan-notifications.ts';

/**
 * Creates the notifications of one person for reconstructed events. No mails are sent, because the loop finds the
 * notifications already there. Notifications before `readBefore` are marked as read.
 */
export async function notifyOfPast(
  tx: Tx,
  catalogue: readonly EventType[],
  userId: string,
  eventIds: readonly string[],
  readBefore: number,
): Promise<void> {
  const types = new Map(catalogue.map((type) => [type.name, type]));
  const plan = async (eventId: string) => {
    const event = await findEvent(tx, { id: eventId });
    if (!event || event.actorId === userId) return [];
    return (await planNotifications(tx, event, types))
      .filter((planned) => planned.userId === userId)
      .map(({ kind, data }) => ({ event, kind, data }));
  };
  // Whom an event notifies depends on the watchers, as the loop finds them at the end.
  for (const eventId of eventIds)
    for (const { event } of await plan(eventId))
      if (event.ticketId !== null)
        await watchers.addAutomaticWatchers(tx, event.ticketId, [userId], event.occurredAt);
  for (const eventId of eventIds)
    for (const { event, kind, data } of await plan(eventId)) {
      const { ticketId, occurredAt } = event;
      const id = newId(occurredAt);
      const row = { id, userId, eventId, eventType: event.type, kind, ticketId, createdAt: occurredAt };
      await insertNotifications(tx, [{ ...row, data: JSON.stringify(data) }]);
      if (occurredAt < readBefore) await updateReadAt(tx, { userId, id, readAt: occurredAt });
    }
}
