import { type Database, dynamicStatement, openDatabase } from '../src/platform/db/index.ts';
import { getProjectStats } from '../src/stats/get-project-stats.ts';
import { getTicketStats, getUserStats } from '../src/stats/get-ticket-stats.ts';
import { rollUpCounts } from '../src/stats/index.ts';
import type { EngineName } from '../test/support/engines.ts';
import { newBenchDatabase } from './database.ts';
import { seed } from './docket-server.ts';
import { median } from './median.ts';
import type { ProcessFigure } from './process-figures.ts';
import { readSeeded, type Seeded } from './seeded.ts';

export const statsGrowth = 'stats with ten times the tickets';
const repeats = 40;
// Statistics read counters, so they should hardly grow. Only what is due today, the part of an hour with which a period
// starts, and what a user did in it are counted one by one. Counting all tickets takes ten times as long.
const timesAtMost = 4;
const p50AtMostMs = 5;

type Operation = (seeded: Seeded) => Promise<unknown>;

const recount = dynamicStatement<object, object>(
  'select status, priority, type, count(*) from tickets where deleted_at is null group by status, priority, type',
);
const operations: { name: string; run: Operation; atMost?: number }[] = [
  {
    name: 'ticket',
    run: ({ scope }) => getTicketStats(scope, 'month', { filter: {} }),
    atMost: timesAtMost,
  },
  {
    name: 'project',
    run: ({ scope, projects }) => getProjectStats(scope, projects[0]?.key as string, 'month'),
    atMost: timesAtMost,
  },
  { name: 'user', run: ({ scope }) => getUserStats(scope, 'month'), atMost: timesAtMost },
  { name: 'recounted', run: ({ scope }) => scope.db.workerReads.list(recount, {}) },
];

/** Runs the same statistics on this database and on one with a tenth of its tickets, in turns, and compares the times. */
export async function measureStatsGrowth(
  engine: EngineName,
  tickets: number,
  large: Seeded,
): Promise<ProcessFigure[]> {
  const database = await newBenchDatabase(engine);
  await seed(database.address, database.folder, { tickets: Math.ceil(tickets / 10), projects: 20 });
  const db = await openDatabase(database.address);
  try {
    const small = await readSeeded(db);
    await rollUpAll(large.scope.db, db);
    const figures: ProcessFigure[] = [];
    for (const { name, run, ...mark } of operations) {
      const [largeMs, smallMs] = await medians(
        () => run(large),
        () => run(small),
      );
      figures.push({
        name: `${name} ${statsGrowth}`,
        value: largeMs / smallMs,
        unit: 'times as long',
        ...mark,
      });
      const took = { name: '… and took, p50', value: largeMs, unit: 'ms' } as const;
      figures.push(mark.atMost ? { ...took, atMost: p50AtMostMs } : took);
    }
    return figures;
  } finally {
    await db.close();
    await database.remove();
  }
}

const rollUpAll = (...databases: Database[]) => Promise.all(databases.map((db) => rollUpCounts(db)));

async function medians(
  ...works: [() => Promise<unknown>, () => Promise<unknown>]
): Promise<[number, number]> {
  const durationsMs: [number[], number[]] = [[], []];
  for (let i = 0; i < repeats; i++) {
    for (const [side, work] of works.entries()) {
      const startedAt = performance.now();
      await work();
      (durationsMs[side] as number[]).push(performance.now() - startedAt);
    }
  }
  return [median(durationsMs[0]), median(durationsMs[1])];
}
