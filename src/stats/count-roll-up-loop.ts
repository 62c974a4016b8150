import type { FastifyBaseLogger } from 'fastify';
import { secondMs } from '../platform/clock.ts';
import type { Database } from '../platform/db/index.ts';
import { type Every, every } from '../platform/every.ts';
import { rollUpCounts } from './roll-up-counts.ts';

const rollUpEveryMs = 5 * secondMs;

interface RollUpLoopSettings {
  db: Database;
  logger: FastifyBaseLogger;
  repeat?: Every | undefined;
}

/** Keeps `ticket_count_changes` short, which every statistic reads whole. Several processes may run it at once. */
export function startCountRollUpLoop({ db, logger, repeat = every }: RollUpLoopSettings) {
  let isStopped = false;
  let running: Promise<void> | undefined;
  const rollUp = () => {
    running ??= rollUpCounts(db, { isStopped: () => isStopped })
      .catch((error: unknown) => logger.error({ err: error }, 'Cannot roll up ticket counts; retrying'))
      .finally(() => {
        running = undefined;
      });
  };
  const stop = repeat(rollUpEveryMs, rollUp);
  return {
    stop: async () => {
      isStopped = true;
      stop();
      await running;
    },
  };
}
