import type { Database } from '../platform/db/index.ts';
import { bringBack } from './delivery-store.ts';
import { longestWaitMs } from './retry-policy.ts';
import { leaseMs } from './webhook.ts';

/** After a clock that ran ahead was set right, what it had planned would wait until the time it thought it was. */
export const mendClock = (db: Database, now: number, schedule: readonly number[]): Promise<void> =>
  db.transaction((tx) => bringBack(tx, now, { leaseMs, waitsMs: schedule.map(longestWaitMs) }));
