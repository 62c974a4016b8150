import { setTimeout as wait } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { mainThreadTime } from './server-time.ts';

/**
 * Asks for /healthz and /readyz in turn, each on a new connection as load balancers do, until it gets a message; it then
 * answers with all times. Time for which other programs kept the server's main thread from the processors is taken off.
 */
const { origin, pid } = workerData as { origin: string; pid: number };
const pauseMs = 20;
const times: number[] = [];
let isDone = false;
parentPort?.once('message', () => {
  isDone = true;
});

for (let i = 0; !isDone; i++) {
  const waited = () => mainThreadTime(pid).waitMs;
  const [startedAt, waitedBefore] = [performance.now(), waited()];
  const response = await fetch(`${origin}/${i % 2 ? 'healthz' : 'readyz'}`, {
    headers: { connection: 'close' },
  });
  await response.text();
  times.push(performance.now() - startedAt - (waited() - waitedBefore));
  if (response.status !== 200) throw new Error(`a health check answered ${response.status}`);
  await wait(pauseMs);
}
parentPort?.postMessage(times.sort((a, b) => a - b));
