import type { Tx } from '../database.ts';
import { declareInsert, insertMany } from './insert-many.ts';
import type { SqlValue } from './statement.ts';

export type Insert<Item> = (tx: Tx, items: readonly Item[]) => Promise<void>;

type Words<Text extends string> = Text extends `${infer First} ${infer Rest}` ? First | Words<Rest> : Text;

/**
 * An insert of many rows. `fields` names those that are stored as they are, separated by spaces: `dueDate` in the column
 * `due_date`. Names come from code, never from a user.
 */
export function defineInsert<
  Item extends Readonly<Record<Words<Fields>, SqlValue>>,
  const Fields extends string,
>(
  table: string,
  fields: Fields,
  /** The other columns. */
  columns: Record<string, (item: Item) => SqlValue> = {},
  /** The end of the statement: `on conflict …`. */
  ending = '',
): Insert<Item> {
  const own = fields.split(' ') as Words<Fields>[];
  const names = [...own.map(toColumn), ...Object.keys(columns)];
  const values = [...own.map((name) => (item: Item) => item[name]), ...Object.values(columns)];
  declareInsert(table, names, ending);
  return (tx, items) =>
    insertMany(
      tx,
      table,
      names,
      items.map((item) => values.map((value) => value(item))),
      ending,
    );
}

const toColumn = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
