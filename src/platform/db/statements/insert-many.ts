import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Tx } from '../database.ts';
import { declareStatement, type SqlValue, type Statement } from './statement.ts';

interface Shape {
  table: string;
  ending: string;
  rows: number;
  statement: Statement<SqlValue[], never>;
}

// SQLite inserts on the main thread, so other requests get a turn of the event loop after this many rows.
const rowsPerTurn = 50;
const shapes = new Map<string, Shape>();
/** Keyed by the array of columns, usually a constant: building the text key would take as long as binding the values. */
const lastShapes = new WeakMap<readonly string[], Shape>();

/** Inserts many rows in few statements (`tx.send`). Column names come from code, never from a user. */
export async function insertMany(
  tx: Tx,
  table: string,
  columns: readonly string[],
  rows: SqlValue[][],
  /** The end of the statement: `on conflict …`. */
  ending = '',
) {
  for (let start = 0; start < rows.length; start += tx.rowsPerInsert) {
    const count = Math.min(tx.rowsPerInsert, rows.length - start);
    const values = count === 1 ? (rows[start] as SqlValue[]) : rows.slice(start, start + count).flat();
    const { statement } = shapeFor(table, columns, count, ending);
    if (start > 0 && start % rowsPerTurn === 0) await nextTurn();
    await tx.send(statement, values);
  }
}

/** Declares the statement for a single row, the form that SQLite runs. */
export const declareInsert = (table: string, columns: readonly string[], ending: string) =>
  void shapeFor(table, columns, 1, ending);

function shapeFor(table: string, columns: readonly string[], rows: number, ending: string): Shape {
  const last = lastShapes.get(columns);
  if (last?.table === table && last.rows === rows && last.ending === ending) return last;
  const key = `${table} ${rows} ${columns.join()} ${ending}`;
  const shape = shapes.get(key) ?? newShape(table, columns, rows, ending);
  shapes.set(key, shape);
  lastShapes.set(columns, shape);
  return shape;
}

function newShape(table: string, columns: readonly string[], rows: number, ending: string): Shape {
  const tuples = Array.from({ length: rows }, (_, row) => {
    const names = columns.map((_, column) => `:p${row * columns.length + column}`);
    return `(${names.join()})`;
  });
  const text = `insert into ${table} (${columns.join()}) values ${tuples.join()} ${ending}`;
  return { table, ending, rows, statement: declareStatement({ text, takesList: true }) };
}
