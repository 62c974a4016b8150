import { dayMs } from '../platform/clock.ts';
import type { Database } from '../platform/db/index.ts';
import { pruneCodeMemory } from './code-store.ts';
import { deliveriesKeptMs } from './delivery.ts';
import { pruneDeliveries } from './delivery-store.ts';

// Longer than most branches live: a merge must not count their commits again.
const codeKeptMs = 180 * dayMs;

/** Forgets what has outlived its time, in small steps. */
export async function pruneInbound(db: Database, now: number): Promise<void> {
  let pruned = 1;
  while (pruned > 0) pruned = await db.transaction((tx) => pruneDeliveries(tx, now - deliveriesKeptMs));
  pruned = 1;
  while (pruned > 0) pruned = await db.transaction((tx) => pruneCodeMemory(tx, now - codeKeptMs));
}
