import type { Database } from '../../platform/db/index.ts';
import { leaseMs } from '../webhook.ts';
import { clampFutureTimes } from './delivery-store.ts';
import { longestWaitMs } from './retry-policy.ts';

/**
 * Repairs the times that a clock ahead of time has stored. Without it, retries and leases would wait until the time that
 * the clock showed before it was corrected.
 */
export const repairClockSkew = (db: Database, now: number, schedule: readonly number[]): Promise<void> =>
  db.transaction((tx) => clampFutureTimes(tx, now, { leaseMs, waitsMs: schedule.map(longestWaitMs) }));
