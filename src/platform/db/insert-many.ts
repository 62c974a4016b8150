import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Tx } from './database.ts';
import { type Statement, statement, type Value } from './statement.ts';

interface Shape {
  statement: Statement<object, never>;
  /** One parameter for each value, row after row. */
  names: string[];
}

const rowsPerTurn = 50;
const shapes = new Map<string, Shape>();

/** Many rows in few round trips, for seeding and bulk work. Column names come from code, never from a user. */
export async function insertMany(
  tx: Tx,
  table: string,
  columns: readonly string[],
  rows: Value[][],
  /** What follows the rows: `on conflict …`. */
  ending = '',
) {
  let sent: Promise<unknown> = Promise.resolve();
  for (let start = 0; start < rows.length; start += tx.rowsPerInsert) {
    const values = rows.slice(start, start + tx.rowsPerInsert).flat();
    const shape = shapeFor(table, columns, values.length / columns.length, ending);
    const params: Record<string, Value> = {};
    for (let i = 0; i < values.length; i++) params[shape.names[i] as string] = values[i] as Value;
    // SQLite works on this very thread: others who wait for an answer get a turn now and then.
    if (start > 0 && start % rowsPerTurn === 0) await nextTurn();
    // A server works on the last rows while these are put together.
    await sent;
    sent = tx.run(shape.statement, params);
  }
  await sent;
}

function shapeFor(table: string, columns: readonly string[], rows: number, ending: string): Shape {
  const key = `${table} ${rows} ${columns.join()} ${ending}`;
  const known = shapes.get(key);
  if (known) return known;
  const names = Array.from({ length: rows * columns.length }, (_, i) => `p${i}`);
  const tuples = Array.from({ length: rows }, (_, row) => {
    const own = names.slice(row * columns.length, (row + 1) * columns.length);
    return `(${own.map((name) => `:${name}`).join()})`;
  });
  const text = `insert into ${table} (${columns.join()}) values ${tuples.join()} ${ending}`;
  const shape: Shape = { statement: statement(text), names };
  shapes.set(key, shape);
  return shape;
}
