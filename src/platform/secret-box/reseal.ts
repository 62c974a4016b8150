import type { Database, Queries } from '../db/index.ts';
import type { SecretBox } from './secret-box.ts';

/** A table of a room that keeps sealed secrets. */
export interface SecretHolder {
  /** The place of a row's secret, as it was given when it was sealed. */
  placeOf(id: string): string;
  /** Some of the rows whose secret does not start like this. */
  listOthers(queries: Queries, start: string, limit: number): Promise<{ id: string; sealed: string }[]>;
  /** Only where the row still holds what was read. */
  replace(tx: Queries, id: string, sealed: string, anew: string): Promise<unknown>;
}

const rowsPerStep = 100;

/** Seals everything under the present key; answers how many secrets were under another. Safe to repeat at any time. */
export async function resealAll(db: Database, box: SecretBox, holders: SecretHolder[]): Promise<number> {
  let count = 0;
  for (const holder of holders) {
    for (let found = rowsPerStep; found > 0; count += found) found = await resealSome(db, box, holder);
  }
  return count;
}

const resealSome = (db: Database, box: SecretBox, holder: SecretHolder): Promise<number> =>
  db.transaction(async (tx) => {
    const rows = await holder.listOthers(tx, box.currentStart(), rowsPerStep);
    for (const { id, sealed } of rows) {
      const place = holder.placeOf(id);
      await holder.replace(tx, id, sealed, box.seal(box.open(sealed, place), place));
    }
    return rows.length;
  });
