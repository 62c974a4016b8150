import type { Tx } from './database.ts';
import { type Statement, statement, type Value } from './statement.ts';

const shapes = new Map<string, Statement<object, never>>();

/** Many rows in few round trips, for seeding and bulk work. Column names come from code, never from a user. */
export async function insertMany(tx: Tx, table: string, columns: readonly string[], rows: Value[][]) {
  for (let start = 0; start < rows.length; start += tx.rowsPerInsert) {
    const chunk = rows.slice(start, start + tx.rowsPerInsert);
    const params: Record<string, Value> = {};
    for (const [r, row] of chunk.entries()) {
      for (const [c, value] of row.entries()) params[`r${r}c${c}`] = value;
    }
    await tx.run(shapeFor(table, columns, chunk.length), params);
  }
}

function shapeFor(table: string, columns: readonly string[], rows: number): Statement<object, never> {
  const key = `${table} ${rows} ${columns.join()}`;
  let shape = shapes.get(key);
  if (!shape) {
    const tuples = Array.from({ length: rows }, (_, r) => `(${columns.map((_, c) => `:r${r}c${c}`).join()})`);
    shape = statement(`insert into ${table} (${columns.join()}) values ${tuples.join()}`);
    shapes.set(key, shape);
  }
  return shape;
}
