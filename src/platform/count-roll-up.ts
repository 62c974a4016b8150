import { type Database, insertMany, type Tx } from './db/index.ts';

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
  /** Default: 200, which on SQLite hold up the main thread for a few milliseconds. */
  changesPerBatch?: number;
  /** Up to this many changes may stay: reading them beside the counts takes some microseconds. */
  changesLeftMax?: number;
  signal?: AbortSignal;
}

interface RollUp {
  hasMoreChangesThan: (db: Database, offset: number) => Promise<boolean>;
  /** Adds the oldest changes to the counts, deletes them, and returns how many there were. */
  rollUpBatch: (tx: Tx, changesMax: number) => Promise<number>;
}

/**
 * Moves appended changes into count tables, unless only a few wait. Readers add the waiting changes to the counts, so
 * totals do not depend on when this runs or in how many processes at once.
 */
export async function rollUpInBatches(
  db: Database,
  { hasMoreChangesThan, rollUpBatch }: RollUp,
  { changesPerBatch = 200, changesLeftMax = 200, signal }: RollUpOptions,
): Promise<void> {
  if (!(await hasMoreChangesThan(db, changesLeftMax))) return;
  while (
    !signal?.aborted &&
    (await db.transaction((tx) => rollUpBatch(tx, changesPerBatch))) === changesPerBatch
  );
}
