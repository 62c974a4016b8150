import { openDatabase } from '../src/platform/db/index.ts';
import type { EngineName } from '../test/support/engines.ts';
import { buildSearchIndex } from './build-search-index.ts';
import { newBenchDatabase } from './database.ts';
import { seed, startDocket } from './docket-server.ts';
import type { Call } from './load.ts';
import { median } from './median.ts';
import type { ProcessFigure } from './process-figures.ts';
import { readSeeded, type Seeded } from './seeded.ts';
import { timeCall } from './timed-call.ts';

export const growth = 'growth from 1,000 tickets';
const fewTickets = 1_000;
const rounds = 60;
const warmUpRounds = 20;
const timesAtMost = 2;

type NextCall = (seeded: Seeded, n: number) => Call;
const draw = <T>(list: T[], n: number): T => list[(n * 7919) % list.length] as T;

const calls: Record<string, NextCall> = {
  'ticket by id': ({ ticketIds }, n) => ({ method: 'GET', path: `/api/tickets/${draw(ticketIds, n)}` }),
  'first page': () => ({ method: 'GET', path: '/api/tickets' }),
  'filtered page': () => ({ method: 'GET', path: '/api/tickets?status=todo&priority=high&sort=createdAt' }),
  create: ({ projects }, n) => ({
    method: 'POST',
    path: '/api/tickets',
    body: { title: `Growth ${n}`, projectId: draw(projects, n).id },
  }),
  update: ({ ticketIds }, n) => ({
    method: 'PUT',
    path: `/api/tickets/${draw(ticketIds, n)}`,
    body: { title: `Renamed ${n}` },
  }),
};

/** The same requests to this server and to one with 1,000 tickets, in turns; compares the medians. */
export async function measureGrowth(
  engine: EngineName,
  origin: string,
  large: Seeded,
): Promise<ProcessFigure[]> {
  const database = await newBenchDatabase(engine);
  await seed(database.address, database.folder, { tickets: fewTickets, projects: 20 });
  await buildSearchIndex(database.address, database.folder);
  const db = await openDatabase(database.address);
  const server = await startDocket(database.address, database.folder);
  try {
    const small = await readSeeded(db);
    const sides = [
      { seeded: small, call: timeCall(server.origin, small.cookie) },
      { seeded: large, call: timeCall(origin, large.cookie) },
    ];
    const figures: ProcessFigure[] = [];
    for (const [name, next] of Object.entries(calls)) {
      const times: number[][] = [[], []];
      for (let n = 0; n < warmUpRounds + rounds; n++) {
        for (const [side, { seeded, call }] of sides.entries()) {
          const { ms } = await call(next(seeded, n));
          if (n >= warmUpRounds) times[side]?.push(ms);
        }
      }
      const [few = 0, many = 0] = times.map(median);
      figures.push({
        name: `${name}, ${growth}`,
        value: many / few,
        unit: 'times as long',
        atMost: timesAtMost,
      });
      figures.push({ name: '… and took, p50', value: many, unit: 'ms' });
    }
    return figures;
  } finally {
    await server.stop();
    await db.close();
    await database.remove();
  }
}
