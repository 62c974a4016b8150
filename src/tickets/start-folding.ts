import type { FastifyBaseLogger } from 'fastify';
import { secondMs } from '../platform/clock.ts';
import type { Database } from '../platform/db/index.ts';
import { type Every, every } from '../platform/every.ts';
import { foldCounts } from './fold-counts.ts';

const foldEveryMs = 5 * secondMs;

interface FoldingSettings {
  db: Database;
  logger: FastifyBaseLogger;
  repeat?: Every | undefined;
}

/** Keeps short what is read beside the counts. Several processes may fold at once. */
export function startFolding({ db, logger, repeat = every }: FoldingSettings) {
  let isStopped = false;
  let running: Promise<void> | undefined;
  const fold = () => {
    running ??= foldCounts(db, { isStopped: () => isStopped })
      .catch((error: unknown) => logger.error({ err: error }, 'folding the counts failed; trying again'))
      .finally(() => {
        running = undefined;
      });
  };
  const stop = repeat(foldEveryMs, fold);
  return {
    stop: async () => {
      isStopped = true;
      stop();
      await running;
    },
  };
}
