import { Worker } from 'node:worker_threads';
import type { FloodOrder } from './flood-client.ts';
import type { Call } from './load.ts';
import { median } from './median.ts';
import type { ProcessFigure } from './process-figures.ts';
import type { Seeded } from './seeded.ts';
import { timeCall } from './timed-call.ts';

export const flood = 'beside a flood of slow requests';

// The default of RATE_LIMIT is 6,000 a minute.
const floodPerSecond = 100;
const rounds = 15;
const timesAloneMax = 5;
const bulkSize = 500;

/** The median times of one person's requests beside another person who sends slow ones at the rate limit, and alone. */
export async function measureFlood(
  origin: string,
  bystanderCookie: string,
  { cookie, projects, commonWord, ticketIds }: Seeded,
): Promise<ProcessFigure[]> {
  const call = timeCall(origin, bystanderCookie);
  const key = projects[0]?.key as string;
  const calls: Record<string, () => Call> = {
    search: () => ({ method: 'GET', path: `/api/tickets/search?q=${commonWord}` }),
    list: () => ({ method: 'GET', path: `/api/tickets?project=${key}&status=todo` }),
    statistics: () => ({ method: 'GET', path: `/api/project/${key}/stats` }),
    create: () => ({
      method: 'POST',
      path: '/api/tickets',
      body: { title: 'Measured', projectId: projects[0]?.id },
    }),
  };
  const measure = async () => {
    const times: Record<string, number[]> = Object.fromEntries(Object.keys(calls).map((name) => [name, []]));
    for (let round = 0; round <= rounds; round++) {
      for (const [name, next] of Object.entries(calls)) {
        const { ms } = await call(next());
        // The first round warms up.
        if (round > 0) times[name]?.push(ms);
      }
    }
    return times;
  };
  const alone = await measure();
  const figures: ProcessFigure[] = [];
  const floods = { [flood]: slowReads(commonWord), [`${flood}, bulk changes`]: bulkChanges(ticketIds) };
  for (const [kind, requests] of Object.entries(floods)) {
    const workerData: FloodOrder = { origin, cookie, calls: requests, perSecond: floodPerSecond };
    const client = new Worker(new URL('./flood-client.ts', import.meta.url), { workerData });
    const beside = await measure().finally(() => client.terminate());
    for (const name of Object.keys(calls)) {
      const [besideMs, aloneMs] = [median(beside[name] ?? []), median(alone[name] ?? [])];
      figures.push({
        name: `${name} ${kind} (${besideMs.toFixed(1)} ms)`,
        value: besideMs / aloneMs,
        unit: 'times as long',
        atMost: timesAloneMax,
      });
    }
  }
  return figures;
}

const slowReads = (word: string): Call[] =>
  [
    '/api/tickets?page=4000',
    '/api/tickets?sort=title&order=asc&page=2000',
    '/api/tickets?assignee=none&sort=priority',
    `/api/tickets?search=${word}&sort=title&limit=100`,
    '/api/tickets/search?q=e',
    '/api/tickets/export',
    '/api/tickets/stats',
  ].map((path) => ({ method: 'GET', path }));

/** Each changes every ticket: the same title twice would be no change. */
const bulkChanges = (ticketIds: string[]): Call[] =>
  ['Here', 'There', 'Elsewhere'].map((title) => ({
    method: 'POST',
    path: '/api/tickets/bulk',
    body: { tickets: ticketIds.slice(0, bulkSize).map((id) => ({ id, title })) },
  }));
