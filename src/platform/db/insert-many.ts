import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Tx } from './database.ts';
import { declareStatement, type Statement, type Value } from './statement.ts';

interface Shape {
  table: string;
  ending: string;
  rows: number;
  statement: Statement<Value[], never>;
}

const rowsPerTurn = 50;
const shapes = new Map<string, Shape>();
/** By the list of columns itself, which mostly is a constant: putting the name of a shape together took as long as binding. */
const lastOf = new WeakMap<readonly string[], Shape>();

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
    const count = Math.min(tx.rowsPerInsert, rows.length - start);
    const values = count === 1 ? (rows[start] as Value[]) : rows.slice(start, start + count).flat();
    const { statement } = shapeFor(table, columns, count, ending);
    // SQLite works on this very thread: others who wait for an answer get a turn now and then.
    if (start > 0 && start % rowsPerTurn === 0) await nextTurn();
    // A server works on the last rows while these are put together.
    await sent;
    sent = tx.run(statement, values);
  }
  await sent;
}

function shapeFor(table: string, columns: readonly string[], rows: number, ending: string): Shape {
  const last = lastOf.get(columns);
  if (last?.table === table && last.rows === rows && last.ending === ending) return last;
  const key = `${table} ${rows} ${columns.join()} ${ending}`;
  const shape = shapes.get(key) ?? newShape(table, columns, rows, ending);
  shapes.set(key, shape);
  lastOf.set(columns, shape);
  return shape;
}

function newShape(table: string, columns: readonly string[], rows: number, ending: string): Shape {
  const tuples = Array.from({ length: rows }, (_, row) => {
    const own = columns.map((_, column) => `:p${row * columns.length + column}`);
    return `(${own.join()})`;
  });
  const text = `insert into ${table} (${columns.join()}) values ${tuples.join()} ${ending}`;
  return { table, ending, rows, statement: declareStatement({ text, takesList: true }) };
}
