import type { Database, Tx } from '../db/index.ts';
import { addToListCounts, deleteOldestCountChanges, hasMoreCountChangesThan } from './list-count-store.ts';

// On SQLite a batch of this size holds up the main thread for a few milliseconds.
const changesPerBatch = 500;

interface RollUpOptions {
  /** Up to this many changes may stay: reading those of one list beside the counts takes some microseconds. */
  changesLeftMax?: number;
  signal?: AbortSignal;
}

/**
 * Moves rows of `list_count_changes` into `list_counts`, unless only a few wait. Readers add the waiting changes to the
 * counts, so totals do not depend on when this runs or in how many processes at once.
 */
export async function rollUpListCounts(
  db: Database,
  { changesLeftMax = 200, signal }: RollUpOptions = {},
): Promise<void> {
  if (!(await hasMoreCountChangesThan(db.reads, changesLeftMax))) return;
  while (!signal?.aborted && (await db.transaction(rollUpBatch)) === changesPerBatch);
}

async function rollUpBatch(tx: Tx): Promise<number> {
  const changes = await deleteOldestCountChanges(tx, changesPerBatch);
  await addToListCounts(tx, changes);
  return changes.length;
}
