import { startBackgroundLoop } from './background-loop.ts';
import { secondMs } from './clock.ts';
import { type Database, insertMany, type Queries, type Statement, statement, type Tx } from './db/index.ts';
import type { Logger } from './logger.ts';

/** A table of counts: its key columns and the columns that are added up. */
export interface CountTable {
  name: string;
  key: readonly string[];
  sums: readonly string[];
}

/** What one change adds to one row of a count table. */
export interface CountAddition {
  key: (string | number)[];
  sums: number[];
}

/** Adds to a count table, one row for each key. Sorted by key, because concurrent roll-ups in another order would deadlock. */
export function addToCounts(tx: Tx, { name, key, sums }: CountTable, additions: CountAddition[]) {
  const added = sums.map((sum) => `${sum} = ${name}.${sum} + excluded.${sum}`);
  const ending = `on conflict (${key.join()}) do update set ${added.join()}`;
  return insertMany(tx, name, [...key, ...sums], sumByKey(additions), ending);
}

/** Without rows whose sums are all zero. */
function sumByKey(additions: CountAddition[]): (string | number)[][] {
  const rows = new Map<string, CountAddition>();
  for (const { key, sums } of additions) {
    const name = key.join(' ');
    const row = rows.get(name);
    rows.set(name, row ? { key, sums: row.sums.map((sum, i) => sum + (sums[i] ?? 0)) } : { key, sums });
  }
  return [...rows]
    .filter(([, { sums }]) => sums.some((sum) => sum !== 0))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, { key, sums }]) => [...key, ...sums]);
}

export interface RollUpOptions {
  /** By default 200, which blocks the main thread for a few milliseconds on SQLite. */
  changesPerBatch?: number;
  /** Up to this many changes may stay: reading them beside the counts takes some microseconds. */
  changesLeftMax?: number;
  signal?: AbortSignal;
}

/** The text of a statement that deletes and returns the oldest changes, in the order of the column `seq`. */
// Selects the rows by a range. Right after a roll-up PostgreSQL estimates the table to be empty; with a list of ids
// it would compare every row with every id. Two processes that roll up at once wait for each other at the first rows.
export const takeOldestFrom = (table: string, columns: string) => `
  delete from ${table} where seq <= (select max(o.seq) from (select seq from ${table} order by seq limit :limit) o)
  returning ${columns}`;

/** A table of changes that wait to be added to counts. */
export function changeQueue<Change>(table: string, takeOldest: Statement<{ limit: number }, Change>) {
  const atOffset = statement<{ offset: number }, { seq: number }>(
    `select seq from ${table} order by seq limit 1 offset :offset`,
  );
  return {
    hasMoreThan: async (queries: Queries, offset: number) =>
      (await queries.find(atOffset, { offset })) !== undefined,
    take: (tx: Tx, limit: number) => tx.list(takeOldest, { limit }),
  };
}

/**
 * Moves waiting changes into count tables, unless only a few wait. Readers add them to the counts, so totals do not depend on
 * when this runs or in how many processes at once.
 */
export const rollUpBy =
  <Change>(
    queue: ReturnType<typeof changeQueue<Change>>,
    addToAll: (tx: Tx, changes: Change[]) => Promise<unknown>,
  ) =>
  async (
    db: Database,
    { changesPerBatch = 200, changesLeftMax = 200, signal }: RollUpOptions = {},
  ): Promise<void> => {
    if (!(await queue.hasMoreThan(db.reads, changesLeftMax))) return;
    const rollUpBatch = async (tx: Tx) => {
      const changes = await queue.take(tx, changesPerBatch);
      await addToAll(tx, changes);
      return changes.length;
    };
    while (!signal?.aborted && (await db.transaction(rollUpBatch)) === changesPerBatch);
  };

/**
 * Returns the function that starts the loop which keeps a queue of changes short, because readers add them up. Several
 * processes may run it at once.
 */
export const rollUpLoop =
  (name: string, rollUp: ReturnType<typeof rollUpBy>) =>
  ({ db, logger }: { db: Database; logger: Logger }) =>
    startBackgroundLoop({ name, logger, intervalMs: 5 * secondMs, step: (signal) => rollUp(db, { signal }) });
