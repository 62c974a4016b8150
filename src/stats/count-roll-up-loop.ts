import { startBackgroundLoop } from '../platform/background-loop.ts';
import { secondMs } from '../platform/clock.ts';
import type { Database } from '../platform/db/index.ts';
import type { Logger } from '../platform/logger.ts';
import { rollUpCounts } from './roll-up-counts.ts';

/** Keeps `ticket_count_changes` short, which every statistic reads whole. Several processes may run it at once. */
export const startCountRollUpLoop = ({ db, logger }: { db: Database; logger: Logger }) =>
  startBackgroundLoop({
    name: 'count roll-up',
    logger,
    intervalMs: 5 * secondMs,
    step: (signal) => rollUpCounts(db, { signal }),
  });
