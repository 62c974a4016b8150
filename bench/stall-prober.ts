import { setTimeout as wait } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { timeCall } from './timed-call.ts';

/**
 * Reads one ticket again and again in a thread of its own, because the requests that it is measured beside keep the
 * benchmark's main thread busy. Each message asks for the longest wait since the last one.
 */
const { origin, cookie, path } = workerData as { origin: string; cookie: string; path: string };
const call = timeCall(origin, cookie);
let longestMs = 0;
let startedAt = 0;

parentPort?.on('message', () => {
  // A request that has no answer yet has waited too.
  parentPort?.postMessage(Math.max(longestMs, startedAt === 0 ? 0 : performance.now() - startedAt));
  longestMs = 0;
});

for (;;) {
  startedAt = performance.now();
  const { ms } = await call({ method: 'GET', path });
  startedAt = 0;
  longestMs = Math.max(longestMs, ms);
  await wait(1);
}
