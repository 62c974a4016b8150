import { matchesAnyPattern, type NewEvent, type Reaction } from '../events/index.ts';
import type { Tx } from '../platform/db/index.ts';
import { canReceive } from './audience.ts';
import { listOwnerAccess } from './audience-store.ts';
import { insertDeliveries } from './delivery/delivery-store.ts';
import { expectSubscriptions, listSubscriptions, type Subscription } from './subscriptions.ts';

/**
 * The reaction to recorded events: inserts a delivery for each subscription that covers an event and whose owner may see
 * it now. It runs in the transaction of the events, so a change and its deliveries are committed together.
 */
export const deliveries: Reaction = { prepare: expectSubscriptions, react: writeDeliveries };

async function writeDeliveries(tx: Tx, events: NewEvent[]): Promise<void> {
  const subscriptions = await listSubscriptions(tx);
  const covered = events
    .map((event) => ({
      event,
      matching: subscriptions.filter((subscription) => covers(subscription, event)),
    }))
    .filter(({ matching }) => matching.length > 0);
  if (covered.length === 0) return;

  const owners = new Set(covered.flatMap(({ matching }) => matching.map(({ ownerId }) => ownerId)));
  const accessRows = await listOwnerAccess(tx, {
    eventIds: covered.map(({ event }) => event.id),
    owners: [...owners],
  });
  const accessByEventAndOwner = new Map(
    accessRows.map((access) => [`${access.eventId} ${access.userId}`, access]),
  );

  // The events of one change usually go to the same webhooks; one statement inserts all deliveries of such a group.
  const groups = new Map<string, { webhookIds: string[]; eventIds: string[] }>();
  for (const { event, matching } of covered) {
    const receiving = matching.filter(({ ownerId, wholeInstance }) => {
      const access = accessByEventAndOwner.get(`${event.id} ${ownerId}`);
      return access !== undefined && canReceive(access, event, { wholeInstance: wholeInstance === 1 });
    });
    if (receiving.length === 0) continue;
    const webhookIds = receiving.map(({ id }) => id);
    const key = webhookIds.join();
    const group = groups.get(key);
    if (group) group.eventIds.push(event.id);
    else groups.set(key, { webhookIds, eventIds: [event.id] });
  }
  for (const { webhookIds, eventIds } of groups.values())
    await insertDeliveries(tx, { webhookIds, eventIds });
}

const covers = ({ patterns, projectId }: Subscription, event: NewEvent) =>
  matchesAnyPattern(patterns, event.type) && (projectId === null || projectId === event.projectId);
