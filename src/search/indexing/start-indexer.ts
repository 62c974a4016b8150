import { Worker } from 'node:worker_threads';
import { startBackgroundLoop } from '../../platform/background-loop.ts';
import type { Database, DatabaseAddress } from '../../platform/db/index.ts';
import type { Logger } from '../../platform/logger.ts';
import { threadLimits } from '../../platform/thread-limits.ts';
import { isIndexBehind } from './index-store.ts';
import { adoptIndex } from './rebuild-index.ts';

/** The thread's report that an indexing step failed. The thread continues. */
export interface IndexerReport {
  failure: string;
}

interface IndexerSettings {
  db: Database;
  address: DatabaseAddress;
  logger: Logger;
}

/**
 * Keeps the index close behind the changes. Indexing runs in a thread with its own connections, because tokenizing on
 * the main thread would delay requests. A thread takes 30 MB, so it lives only while there is something to index. Any
 * number of processes may index at the same time, and none has to: search reads unindexed changes directly.
 */
export function startIndexer({ db, address, logger }: IndexerSettings) {
  let isAdopted = false;
  return startBackgroundLoop({
    name: 'search index',
    logger,
    subscribe: db.subscribe,
    step: async (signal) => {
      if (!isAdopted) await adoptIndex(db);
      isAdopted = true;
      if (!(await isIndexBehind(db.reads)) || signal.aborted) return false;
      await runIndexerThread(address, logger, signal);
      // The next step finds what was committed while the thread ended.
      return true;
    },
  });
}

/** Resolves when the thread has caught up or was stopped. Rejects if it crashed. */
async function runIndexerThread(address: DatabaseAddress, logger: Logger, signal: AbortSignal) {
  const ended = Promise.withResolvers<void>();
  const thread = new Worker(new URL('./indexer-thread.ts', import.meta.url), {
    workerData: address,
    // Beyond this the thread ends and the loop starts another one later; the server continues.
    resourceLimits: threadLimits(512),
  });
  thread.unref();
  thread.on('message', ({ failure }: IndexerReport) => logger.error({ failure }, 'Cannot index; retrying'));
  thread.on('error', ended.reject);
  thread.on('exit', (code) =>
    code === 0 ? ended.resolve() : ended.reject(new Error(`The indexer thread exited with code ${code}`)),
  );
  const stop = () => {
    thread.ref();
    thread.postMessage('stop');
  };
  signal.addEventListener('abort', stop);
  await ended.promise.finally(() => signal.removeEventListener('abort', stop));
}
