import { request } from 'node:http';
import { workerData } from 'node:worker_threads';

/**
 * Sends requests at a fixed rate and does not wait for answers, in a thread of its own; leaves half of them after a
 * second, as impatient users do. It ends when it is terminated.
 */
const { origin, cookie, paths, perSecond } = workerData as {
  origin: string;
  cookie: string;
  paths: string[];
  perSecond: number;
};
const patienceMs = 1_000;
let sent = 0;
setInterval(() => {
  const n = sent++;
  const call = request(`${origin}${paths[n % paths.length]}`, { headers: { cookie } }, (response) =>
    response.resume(),
  );
  call.on('error', () => {});
  call.end();
  if (n % 2 === 0) setTimeout(() => call.destroy(), patienceMs);
}, 1000 / perSecond);
