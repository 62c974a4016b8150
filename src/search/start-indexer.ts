import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { FastifyBaseLogger } from 'fastify';
import { secondMs } from '../platform/clock.ts';
import type { DatabaseAddress } from '../platform/db/index.ts';

const restartAfterMs = 5 * secondMs;

/** What the thread tells: that something went wrong, and it goes on. */
export interface IndexerReport {
  failure: string;
}

/**
 * Keeps the index close behind the changes, in a thread with connections of its own: reading and cutting texts is
 * work for a processor, and requests would wait for it. Several processes may do so at once; none has to, for what is
 * not indexed is found by reading it.
 */
export function startIndexer(address: DatabaseAddress, logger: FastifyBaseLogger) {
  let isStopping = false;
  let restart: NodeJS.Timeout | undefined;
  let thread: Worker | undefined;

  const start = () => {
    const worker = new Worker(new URL('./indexer-thread.ts', import.meta.url), { workerData: address });
    worker.unref();
    worker.on('message', ({ failure }: IndexerReport) => logger.error({ failure }, 'indexing failed'));
    worker.on('error', (error) => logger.error({ err: error }, 'the indexer ended'));
    worker.on('exit', () => {
      thread = undefined;
      if (!isStopping) restart = setTimeout(start, restartAfterMs).unref();
    });
    thread = worker;
  };
  start();
  return {
    stop: async () => {
      isStopping = true;
      clearTimeout(restart);
      if (!thread) return;
      const ended = once(thread, 'exit');
      thread.ref();
      thread.postMessage('stop');
      await ended;
    },
  };
}
