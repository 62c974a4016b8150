import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { secondMs } from '../platform/clock.ts';
import type { Database } from '../platform/db/index.ts';
import { findNewestEvent } from './index-store.ts';
import { indexNextTickets } from './index-tickets.ts';

const ticketsPerStep = 20;
const restMs = secondMs;
// A step holds the only writer of SQLite. While others write it steps aside for so many times what a step took.
const pauseForOthers = 12;
const pauseWhenAlone = 0.5;

/**
 * Keeps the index close behind the changes. Several processes may do so at once; none has to, for what is not
 * indexed is found by reading it.
 */
export function startIndexer(db: Database, logger: FastifyBaseLogger) {
  const stopping = new AbortController();
  const running = follow(db, logger, stopping.signal);
  return {
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}

async function follow(db: Database, logger: FastifyBaseLogger, signal: AbortSignal): Promise<void> {
  let lastEvent = 0;
  const step = async () => {
    const startedAt = performance.now();
    const done = await indexNextTickets(db, ticketsPerStep);
    const tookMs = performance.now() - startedAt;
    const newest = await findNewestEvent(db.reads);
    const pause = newest === lastEvent ? pauseWhenAlone : pauseForOthers;
    lastEvent = newest;
    return done > 0 ? Math.min(tookMs * pause, restMs) : restMs;
  };
  while (!signal.aborted) {
    const pauseMs = await step().catch((error: unknown) => {
      if (!signal.aborted) logger.error({ err: error }, 'indexing failed');
      return restMs;
    });
    await wait(pauseMs, undefined, { signal, ref: false }).catch(() => {});
  }
}
