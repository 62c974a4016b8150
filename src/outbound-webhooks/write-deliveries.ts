import type { NewEvent } from '../events/index.ts';
import type { Tx } from '../platform/db/index.ts';
import { mayReceive } from './audience.ts';
import { listStandings } from './audience-store.ts';
import { insertDeliveries } from './delivery-store.ts';
import { listSubscriptions, type Subscription } from './subscriptions.ts';
import { isCovered } from './webhook.ts';

/**
 * The reaction to events: a delivery for each subscription that covers one and whose owner may see it now. In the
 * transaction of the events, so that there is neither a change whose deliveries are lost nor one that never happened.
 */
export async function writeDeliveries(tx: Tx, events: NewEvent[]): Promise<void> {
  const all = await listSubscriptions(tx);
  const covered = events
    .map((event) => ({ event, matching: all.filter((subscription) => covers(subscription, event)) }))
    .filter(({ matching }) => matching.length > 0);
  if (covered.length === 0) return;

  const owners = new Set(covered.flatMap(({ matching }) => matching.map(({ ownerId }) => ownerId)));
  const standings = await listStandings(
    tx,
    covered.map(({ event }) => event.id),
    [...owners],
  );
  const standingOf = new Map(
    standings.map((standing) => [`${standing.eventId} ${standing.userId}`, standing]),
  );

  // Events of one change mostly go to the same webhooks: those are written at once.
  const eventIdsTo = new Map<string, { webhookIds: string[]; eventIds: string[] }>();
  for (const { event, matching } of covered) {
    const receiving = matching.filter(({ ownerId, wholeInstance }) => {
      const standing = standingOf.get(`${event.id} ${ownerId}`);
      return standing !== undefined && mayReceive(standing, event, { wholeInstance: wholeInstance === 1 });
    });
    if (receiving.length === 0) continue;
    const webhookIds = receiving.map(({ id }) => id);
    const group = webhookIds.join();
    const known = eventIdsTo.get(group);
    if (known) known.eventIds.push(event.id);
    else eventIdsTo.set(group, { webhookIds, eventIds: [event.id] });
  }
  for (const { webhookIds, eventIds } of eventIdsTo.values())
    await insertDeliveries(tx, webhookIds, eventIds);
}

const covers = ({ patterns, projectId }: Subscription, event: NewEvent) =>
  isCovered(patterns, event.type) && (projectId === null || projectId === event.projectId);
