import { dayMs } from '../platform/clock.ts';
import type { Database, Tx } from '../platform/db/index.ts';
import type { CountChange, CountTable } from './ticket-count-store.ts';
import * as store from './ticket-count-store.ts';

interface RollUpOptions {
  /** Default: 500, which on SQLite hold up the main thread for a few milliseconds. */
  changesPerBatch?: number;
  /** Up to this many changes may stay: reading them beside the counts takes some microseconds. */
  changesLeftMax?: number;
  signal?: AbortSignal;
}

/**
 * Moves rows of `ticket_count_changes` into the count tables, unless only a few wait. Every reader adds the waiting
 * changes to the counts, so results do not depend on when this runs or in how many processes at once.
 */
export async function rollUpCounts(
  db: Database,
  { changesPerBatch = 500, changesLeftMax = 200, signal }: RollUpOptions = {},
): Promise<void> {
  if (!(await store.hasMoreCountChangesThan(db.reads, changesLeftMax))) return;
  while (
    !signal?.aborted &&
    (await db.transaction((tx) => rollUpBatch(tx, changesPerBatch))) === changesPerBatch
  );
}

/** Returns how many changes it rolled up. */
async function rollUpBatch(tx: Tx, changesPerBatch: number): Promise<number> {
  const changes = await store.deleteOldestCountChanges(tx, changesPerBatch);
  for (const { table, amountsOf } of rollUps)
    await store.addToCounts(tx, table, sumByKey(changes, amountsOf));
  return changes.length;
}

interface Amount {
  key: (string | number)[];
  sums: number[];
}

interface RollUp {
  table: CountTable;
  amountsOf: (change: CountChange) => Amount[];
}

const utcDay = (at: number) => Math.floor(at / dayMs);

const rollUps: RollUp[] = [
  {
    table: { name: 'ticket_counts', key: ['home_id', 'fact', 'word'], sums: ['tickets', 'created_at_sum'] },
    amountsOf: ({ change, homeId, status, priority, type, createdAt }) =>
      Object.entries({ status, priority, type }).flatMap(([fact, word]) =>
        word === null || createdAt === null
          ? []
          : [{ key: [homeId, fact, word], sums: [change, change * createdAt] }],
      ),
  },
  {
    table: {
      name: 'ticket_days',
      key: ['home_id', 'day'],
      sums: ['created', 'completed', 'completion_ms', 'comments'],
    },
    amountsOf: ({ change, homeId, createdAt, completedAt, commentedAt }) => {
      const on = (at: number, ...sums: number[]) => ({ key: [homeId, utcDay(at)], sums });
      if (commentedAt !== null) return [on(commentedAt, 0, 0, 0, change)];
      if (createdAt === null) return [];
      const created = on(createdAt, change, 0, 0, 0);
      if (completedAt === null) return [created];
      return [created, on(completedAt, 0, change, change * (completedAt - createdAt), 0)];
    },
  },
  {
    table: { name: 'assignee_counts', key: ['assignee_id'], sums: ['tickets', 'done'] },
    amountsOf: ({ change, assigneeId, status }) =>
      assigneeId === null ? [] : [{ key: [assigneeId], sums: [change, status === 'done' ? change : 0] }],
  },
];

/** Returns one row for each key, sorted by key, without rows whose sums are all zero. */
function sumByKey(changes: CountChange[], amountsOf: RollUp['amountsOf']): (string | number)[][] {
  const rows = new Map<string, Amount>();
  for (const { key, sums } of changes.flatMap(amountsOf)) {
    const name = key.join(' ');
    const row = rows.get(name);
    rows.set(name, row ? { key, sums: row.sums.map((sum, i) => sum + (sums[i] ?? 0)) } : { key, sums });
  }
  return [...rows]
    .filter(([, { sums }]) => sums.some((sum) => sum !== 0))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, { key, sums }]) => [...key, ...sums]);
}
