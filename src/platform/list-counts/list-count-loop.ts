import { startBackgroundLoop } from '../background-loop.ts';
import { secondMs } from '../clock.ts';
import type { Database } from '../db/index.ts';
import type { Logger } from '../logger.ts';
import { rollUpListCounts } from './roll-up-list-counts.ts';

/** Keeps `list_count_changes` short, which totals add up. Several processes may run it at once. */
export const startListCountLoop = ({ db, logger }: { db: Database; logger: Logger }) =>
  startBackgroundLoop({
    name: 'list counts',
    logger,
    intervalMs: 5 * secondMs,
    step: (signal) => rollUpListCounts(db, { signal }),
  });
