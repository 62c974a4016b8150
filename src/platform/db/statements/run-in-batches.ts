import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Queries } from '../database.ts';
import type { Statement } from './statement.ts';

// SQLite writes on the main thread: 250 rows with indexes and triggers take about 5 ms.
const rowsPerBatch = 250;

/**
 * Repeats a statement that changes up to `:limit` rows until none is left, in one transaction, and lets the event loop
 * run in between: one statement for thousands of rows would delay every other request. The statement must not match
 * rows that it has changed. Returns the number of changed rows.
 */
export async function runInBatches<P extends object>(
  tx: Queries,
  shape: Statement<P & { limit: number }, unknown>,
  params: P,
): Promise<number> {
  for (let total = 0; ; await nextTurn()) {
    const changed = await tx.run(shape, { ...params, limit: rowsPerBatch });
    total += changed;
    if (changed < rowsPerBatch) return total;
  }
}
