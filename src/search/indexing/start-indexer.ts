import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { FastifyBaseLogger } from 'fastify';
import { secondMs } from '../../platform/clock.ts';
import type { Database, DatabaseAddress } from '../../platform/db/index.ts';
import { isBehind } from './index-store.ts';

const restartAfterMs = 5 * secondMs;

/** What the thread tells: that something went wrong, and it goes on. */
export interface IndexerReport {
  failure: string;
}

interface IndexerSettings {
  db: Database;
  address: DatabaseAddress;
  logger: FastifyBaseLogger;
}

/**
 * Keeps the index close behind the changes, in a thread with connections of its own: reading and cutting texts is
 * work for a processor, and requests would wait for it. The thread lives while there is something to index, for it
 * takes 30 MB. Several processes may do so at once; none has to, for what is not indexed is found by reading it.
 */
export function startIndexer({ db, address, logger }: IndexerSettings) {
  let isStopping = false;
  let restart: NodeJS.Timeout | undefined;
  let thread: Worker | undefined;
  let looking: Promise<void> | undefined;

  const start = () => {
    if (isStopping || thread) return;
    const worker = new Worker(new URL('./indexer-thread.ts', import.meta.url), { workerData: address });
    worker.unref();
    worker.on('message', ({ failure }: IndexerReport) => logger.error({ failure }, 'indexing failed'));
    worker.on('error', (error) => logger.error({ err: error }, 'the indexer ended'));
    worker.on('exit', (code) => {
      thread = undefined;
      // What was committed while it ended is found by one more look.
      if (code === 0) look();
      else restart = setTimeout(start, restartAfterMs).unref();
    });
    thread = worker;
  };
  const look = () => {
    if (isStopping || thread) return;
    looking ??= isBehind(db.reads)
      .then((behind) => {
        looking = undefined;
        if (behind) start();
      })
      .catch((error: unknown) => {
        looking = undefined;
        if (!isStopping) logger.error({ err: error }, 'looking for something to index failed');
      });
  };
  const unsubscribe = db.subscribe(look);
  look();
  return {
    stop: async () => {
      isStopping = true;
      unsubscribe();
      clearTimeout(restart);
      await looking;
      if (!thread) return;
      const ended = once(thread, 'exit');
      thread.ref();
      thread.postMessage('stop');
      await ended;
    },
  };
}
