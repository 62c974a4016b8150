import { startBackgroundLoop } from '../platform/background-loop.ts';
import { secondMs } from '../platform/clock.ts';
import type { Database } from '../platform/db/index.ts';
import { addToListCounts } from '../platform/list-counts/index.ts';
import type { Logger } from '../platform/logger.ts';
import * as store from './event-count-store.ts';

const eventsPerBatch = 1_000;
// Counting 2,000 events along an index takes less than 1 ms. Few tickets have more.
const historyCountedMin = 2_000;

/** Counts settled events in advance for the totals of activity and history. Any number of processes may run it. */
export const startEventCountLoop = ({ db, logger }: { db: Database; logger: Logger }) =>
  startBackgroundLoop({
    name: 'event counts',
    logger,
    intervalMs: secondMs,
    step: async () => (await countNextEvents(db)) > 0,
  });

/** Adds the next settled events to the counts and returns how many. */
export async function countNextEvents(db: Database): Promise<number> {
  const cursor = await store.countCursor.find(db.reads);
  const events = await store.listUncountedEvents(db.reads, { ...cursor, limit: eventsPerBatch });
  const last = events.at(-1);
  if (!last) return 0;
  const tickets = [...new Set(events.flatMap(({ ticketId }) => ticketId ?? []))];
  await store.countCursor.advance(db, cursor, last, async (tx) => {
    const counted = new Set(await store.listCountedTickets(tx, { ticketIds: tickets }));
    const changes = events.flatMap(({ type, actorId, ticketId }) => [
      ...(actorId === null
        ? []
        : [{ list: 'activity' as const, owner: store.activityOwner(actorId, type), change: 1 }]),
      ...(ticketId !== null && counted.has(ticketId)
        ? [{ list: 'history' as const, owner: ticketId, change: 1 }]
        : []),
    ]);
    await addToListCounts(tx, changes);
    await store.saveActiveHours(tx, events);
  });
  return events.length;
}

/** Counts the events of a ticket. Above `countedMin`, the loop keeps their count from then on. */
export async function countHistory(
  db: Database,
  ticketId: string,
  /** Tests pass a lower value. */
  countedMin = historyCountedMin,
): Promise<number> {
  const known = await store.findHistoryCount(db.reads, ticketId);
  if (known !== undefined) return known;
  const total = await store.countEventsOfTicket(db.reads, { ticketId, limit: countedMin });
  if (total < countedMin) return total;
  return db.transaction(async (tx) => {
    await store.countCursor.lock(tx);
    await store.startHistoryCount(tx, { ticketId });
    return (await store.findHistoryCount(tx, ticketId)) as number;
  });
}
