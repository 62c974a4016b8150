import { type RollUpOptions, rollUpInBatches } from '../count-roll-up.ts';
import type { Database, Tx } from '../db/index.ts';
import { addToListCounts, deleteOldestCountChanges, hasMoreCountChangesThan } from './list-count-store.ts';

/** Moves rows of `list_count_changes` into `list_counts`. */
export const rollUpListCounts = (db: Database, options: RollUpOptions = {}) =>
  rollUpInBatches(
    db,
    { hasMoreChangesThan: ({ reads }, offset) => hasMoreCountChangesThan(reads, offset), rollUpBatch },
    options,
  );

async function rollUpBatch(tx: Tx, changesMax: number): Promise<number> {
  const changes = await deleteOldestCountChanges(tx, changesMax);
  await addToListCounts(tx, changes);
  return changes.length;
}
