import { dayMs } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/index.ts';
import { pruneCodeActivity } from '../effects/code-activity-store.ts';
import { deliveriesKeptMs } from './delivery.ts';
import { pruneDeliveries } from './delivery-store.ts';

// Longer than most branches live, so that merging a branch does not count its commits again.
const codeActivityKeptMs = 180 * dayMs;

/** Deletes rows past their retention period, in small transactions. */
export async function pruneInbound(db: Database, now: number): Promise<void> {
  let pruned = 1;
  while (pruned > 0)
    pruned = await db.transaction((tx) => pruneDeliveries(tx, { before: now - deliveriesKeptMs }));
  pruned = 1;
  while (pruned > 0) pruned = await db.transaction((tx) => pruneCodeActivity(tx, now - codeActivityKeptMs));
}
