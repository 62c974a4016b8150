import { request } from 'node:http';
import { workerData } from 'node:worker_threads';
import type { Call } from './load.ts';

/**
 * Sends requests at a fixed rate and does not wait for answers, in a thread of its own; leaves half of them after a
 * second, as impatient users do. It ends when it is terminated.
 */
export interface FloodOrder {
  origin: string;
  cookie: string;
  calls: Call[];
  perSecond: number;
}

const { origin, cookie, calls, perSecond } = workerData as FloodOrder;
const texts = calls.map(({ body }) => (body ? JSON.stringify(body) : undefined));
const patienceMs = 1_000;
let sent = 0;
setInterval(() => {
  const n = sent++;
  const { method, path } = calls[n % calls.length] as Call;
  const text = texts[n % calls.length];
  const headers = { cookie, ...(text && { 'content-type': 'application/json' }) };
  const call = request(`${origin}${path}`, { method, headers }, (response) => response.resume());
  call.on('error', () => {});
  call.end(text);
  if (n % 2 === 0) setTimeout(() => call.destroy(), patienceMs);
}, 1000 / perSecond);
