import { dayMs } from '../platform/clock.ts';
import type { Database, Tx } from '../platform/db/index.ts';
import {
  addToCounts,
  areCountChangesOver,
  type CountChange,
  type CountTable,
  takeCountChanges,
} from './ticket-count-store.ts';

// On SQLite a fold of so many holds up the main thread for a few milliseconds.
const changesPerFold = 500;

interface FoldOptions {
  /** So few may wait: they are read beside the counts in some microseconds. */
  left?: number;
  isStopped?: () => boolean;
}

/**
 * Puts what changed into the counts, unless only a little did. Whoever reads the counts reads the changes too, so it
 * decides nothing when this happens, or in how many processes at once.
 */
export async function foldCounts(
  db: Database,
  { left = 200, isStopped = () => false }: FoldOptions = {},
): Promise<void> {
  if (!(await areCountChangesOver(db.reads, left))) return;
  while (!isStopped() && (await db.transaction(foldSome)) === changesPerFold);
}

/** Answers how many changes it folded. */
async function foldSome(tx: Tx): Promise<number> {
  const changes = await takeCountChanges(tx, changesPerFold);
  for (const { table, amountsOf } of folds) await addToCounts(tx, table, summed(changes, amountsOf));
  return changes.length;
}

interface Amount {
  key: (string | number)[];
  sums: number[];
}

interface Fold {
  table: CountTable;
  amountsOf: (change: CountChange) => Amount[];
}

const dayOf = (at: number) => Math.floor(at / dayMs);

const folds: Fold[] = [
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
      const on = (at: number, ...sums: number[]) => ({ key: [homeId, dayOf(at)], sums });
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

/** One row for each key, sorted by it; what comes to nothing is left out. */
function summed(changes: CountChange[], amountsOf: Fold['amountsOf']): (string | number)[][] {
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
