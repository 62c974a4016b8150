import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { type DatabaseAddress, openPrepared } from '../../platform/db/index.ts';
import { runIndexingLoop } from './indexing-loop.ts';
import type { IndexerReport } from './start-indexer.ts';

const address = workerData as DatabaseAddress;
const db = await openPrepared(address.engine === 'sqlite' ? { ...address, durability: 'lazy' } : address);
const stopping = new AbortController();
parentPort?.once('message', () => stopping.abort());

await runIndexingLoop(db, {
  signal: stopping.signal,
  wait: (ms) => sleep(ms, undefined, { signal: stopping.signal }).catch(() => {}),
  report: (error) =>
    parentPort?.postMessage({ failure: String((error as Error).stack ?? error) } satisfies IndexerReport),
});
await db.close();
parentPort?.close();
