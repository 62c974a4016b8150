import type { Holding } from './holding.ts';
import type { TicketRow } from './types.ts';

/** Each distinct value once, and its index for each row. */
interface Repeated<Value> {
  values: Value[];
  at: Uint32Array;
}

/**
 * The rows of a project as columns, one list for each field. IndexedDB stores and reads one such record about 50 times
 * as fast as a record for each ticket, and twice as fast again if repeated values are stored once.
 */
export type Columns = { [Field in keyof TicketRow]: TicketRow[Field][] | Repeated<TicketRow[Field]> };

export interface ProjectSnapshot {
  projectId: string;
  holding: Holding;
  columns: Columns;
}

/** What a page stores for the next one: cached projects, and the position in the event stream they are valid at. */
export interface Snapshot {
  cursor: string;
  projects: { projectId: string; holding: Holding; rows: TicketRow[] }[];
}

export const readProject = ({
  projectId,
  holding,
  columns,
}: ProjectSnapshot): Snapshot['projects'][number] => ({
  ...{ projectId, holding },
  rows: fromColumns(columns),
});

export const toRecord = ({ rows, ...project }: Snapshot['projects'][number]): ProjectSnapshot => ({
  ...project,
  columns: toColumns(rows),
});

export function toColumns(rows: readonly TicketRow[]): Columns {
  let columns = {} as Columns;
  for (columns of columnsInSteps(rows));
  return columns;
}

/** Adds one field in each step, because the 29 fields of 14,400 rows take 85 ms at once. Every row has every field. */
export function* columnsInSteps(rows: readonly TicketRow[]): Generator<Columns> {
  const columns: Record<string, unknown> = {};
  for (const name of Object.keys(rows[0] ?? { id: '' }) as (keyof TicketRow)[]) {
    columns[name] = withoutRepeats<unknown>(rows.map((row) => row[name]));
    yield columns as Columns;
  }
}

/** Returns the list itself if half of its values are distinct, which most such columns show within a hundred rows. */
function withoutRepeats<Value>(list: Value[]): Value[] | Repeated<Value> {
  const places = new Map<unknown, number>();
  const values: Value[] = [];
  const at = new Uint32Array(list.length);
  for (const [index, value] of list.entries()) {
    const name = typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
    let place = places.get(name);
    if (place === undefined) {
      place = values.push(value) - 1;
      places.set(name, place);
    }
    at[index] = place;
    if (values.length > 100 && 2 * values.length > index) return list;
  }
  return 2 * values.length >= list.length ? list : { values, at };
}

export function fromColumns(columns: Columns): TicketRow[] {
  const fields = Object.entries<unknown[] | Repeated<unknown>>(columns).map(([name, column]) =>
    Array.isArray(column) ? { name, values: column, at: undefined } : { name, ...column },
  );
  // Every row begins as a copy of this one and so has its hidden class: adding the fields one by one takes twice as long.
  const empty = Object.fromEntries(fields.map(({ name }) => [name, null]));
  return (columns.id as string[]).map((_, index) => {
    const row: Record<string, unknown> = { ...empty };
    for (const { name, values, at } of fields) row[name] = values[at ? (at[index] as number) : index];
    return row as unknown as TicketRow;
  });
}
