import { startBackgroundLoop } from '../../platform/background-loop.ts';
import { type Clock, secondMs } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/index.ts';
import type { Logger } from '../../platform/logger.ts';
import { advanceDueCycles } from './advance-cycles.ts';

const checkMs = 5 * secondMs;

/** Starts and ends the cycles of projects with a schedule. Row locks let any number of processes run it. */
export const startCycleLoop = ({ db, clock, logger }: { db: Database; clock: Clock; logger: Logger }) =>
  startBackgroundLoop({
    name: 'cycles',
    logger,
    intervalMs: checkMs,
    step: () => advanceDueCycles(db, clock),
  });
