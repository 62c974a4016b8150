import type { Database, Queries } from '../db/index.ts';
import type { SecretBox } from './secret-box.ts';

/** A table that stores sealed secrets. */
export interface SecretHolder {
  /** The context with which the secret of a row was sealed. */
  contextOf(id: string): string;
  /** Some of the rows whose secret has another prefix, and so was sealed with another key. */
  listSealedOtherwise(
    queries: Queries,
    prefix: string,
    limit: number,
  ): Promise<{ id: string; sealed: string }[]>;
  /** Replaces the secret if the row still has the one that was read. */
  replace(tx: Queries, id: string, sealed: string, resealed: string): Promise<unknown>;
}

const rowsPerStep = 100;

/** Seals every secret with the current key; returns how many were sealed with another. It can be repeated at any time. */
export async function resealAll(db: Database, box: SecretBox, holders: SecretHolder[]): Promise<number> {
  let count = 0;
  for (const holder of holders) {
    for (let found = rowsPerStep; found > 0; count += found) found = await resealSome(db, box, holder);
  }
  return count;
}

const resealSome = (db: Database, box: SecretBox, holder: SecretHolder): Promise<number> =>
  db.transaction(async (tx) => {
    const rows = await holder.listSealedOtherwise(tx, box.currentPrefix(), rowsPerStep);
    for (const { id, sealed } of rows) {
      const context = holder.contextOf(id);
      await holder.replace(tx, id, sealed, box.seal(box.open(sealed, context), context));
    }
    return rows.length;
  });
