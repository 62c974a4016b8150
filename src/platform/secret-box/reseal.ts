import type { Database } from '../db/index.ts';
import type { SealedColumn } from './sealed-column.ts';
import type { SecretBox } from './secret-box.ts';

const rowsPerStep = 100;

/** Seals every secret with the current key; returns how many were sealed with another. It can be repeated at any time. */
export async function resealAll(db: Database, box: SecretBox, columns: SealedColumn[]): Promise<number> {
  let count = 0;
  for (const column of columns) {
    for (let found = rowsPerStep; found > 0; count += found) found = await resealSome(db, box, column);
  }
  return count;
}

const resealSome = (db: Database, box: SecretBox, column: SealedColumn): Promise<number> =>
  db.transaction(async (tx) => {
    const rows = await column.listSealedOtherwise(tx, box.currentPrefix(), rowsPerStep);
    for (const row of rows) {
      const context = column.contextOf(row.id);
      await column.replace(tx, row, box.seal(box.open(row.sealed, context), context));
    }
    return rows.length;
  });
