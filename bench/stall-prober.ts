import { setTimeout as wait } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { mainThreadTime } from './server-time.ts';
import { timeCall } from './timed-call.ts';

/**
 * Reads one ticket again and again in a thread of its own, because the requests that it is measured beside keep the
 * benchmark's main thread busy. Each message asks for the longest wait since the last one, without the time for which other
 * programs kept the server's main thread from the processors.
 */
const { origin, pid, cookie, path } = workerData as {
  origin: string;
  pid: number;
  cookie: string;
  path: string;
};
const call = timeCall(origin, cookie);
let longestMs = 0;
let startedAt = 0;
let waitedAtStart = 0;

parentPort?.on('message', () => {
  // A request that has no answer yet has waited too.
  parentPort?.postMessage(Math.max(longestMs, startedAt === 0 ? 0 : sinceStart()));
  longestMs = 0;
});

for (;;) {
  startedAt = performance.now();
  waitedAtStart = mainThreadTime(pid).waitMs;
  await call({ method: 'GET', path });
  longestMs = Math.max(longestMs, sinceStart());
  startedAt = 0;
  await wait(1);
}

function sinceStart(): number {
  return performance.now() - startedAt - (mainThreadTime(pid).waitMs - waitedAtStart);
}
