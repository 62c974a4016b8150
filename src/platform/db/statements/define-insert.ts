import type { Tx } from '../database.ts';
import { declareInsert, insertMany } from './insert-many.ts';
import type { SqlValue } from './statement.ts';

/** Defines an insert of many rows, with the value of each column. Column names come from code, never from a user. */
export function defineInsert<Item>(
  table: string,
  columns: Record<string, (item: Item) => SqlValue>,
  /** The end of the statement: `on conflict …`. */
  ending = '',
) {
  const names = Object.keys(columns);
  const values = Object.values(columns);
  declareInsert(table, names, ending);
  return (tx: Tx, items: readonly Item[]) =>
    insertMany(
      tx,
      table,
      names,
      items.map((item) => values.map((value) => value(item))),
      ending,
    );
}
