import { type EventType, findEvent } from '../events/index.ts';
import type { Tx } from '../platform/db/index.ts';
import { newId } from '../platform/ids.ts';
import { watchers } from '../tickets/index.ts';
import { insertNotifications, updateReadAt } from './notification-store.ts';
import { planNotifications } from './plan-notifications.ts';

/**
 * Creates the notifications of one person for reconstructed events, without mails: the loop finds them there and sends none.
 * Those before `readBefore` are read.
 */
export async function notifyOfPast(
  tx: Tx,
  catalogue: readonly EventType[],
  userId: string,
  eventIds: readonly string[],
  readBefore: number,
): Promise<void> {
  const types = new Map(catalogue.map((type) => [type.name, type]));
  for (const eventId of eventIds) {
    const event = await findEvent(tx, eventId);
    if (!event || event.actorId === userId) continue;
    for (const { kind, data, ...plan } of await planNotifications(tx, event, types)) {
      if (plan.userId !== userId) continue;
      const { ticketId, occurredAt } = event;
      if (ticketId !== null) await watchers.addAutomaticWatchers(tx, ticketId, [userId], occurredAt);
      const id = newId(occurredAt);
      const row = { id, userId, eventId, eventType: event.type, kind, ticketId, createdAt: occurredAt };
      await insertNotifications(tx, [{ ...row, data: JSON.stringify(data) }]);
      if (occurredAt < readBefore) await updateReadAt(tx, userId, id, occurredAt);
    }
  }
}
