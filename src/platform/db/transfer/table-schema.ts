/** How a value is written in a backup. Both engines have only these kinds of columns. */
export const columnTypes = ['text', 'integer', 'number', 'bytes'] as const;
export type ColumnType = (typeof columnTypes)[number];

export interface Column {
  name: string;
  type: ColumnType;
}

/** A table as a backup contains it: without generated columns, which the engine fills in itself. */
export interface TableSchema {
  name: string;
  columns: Column[];
}

/** Integers beyond 2^53, such as sums of times, are bigint. */
export type Cell = string | number | bigint | Uint8Array | null;
export type Row = Cell[];

/**
 * The number of the transaction that recorded an event, which only PostgreSQL has. SQLite orders events by `seq`
 * instead; see sqlite-event-order.ts.
 */
export const isEventTransaction = (table: string, column: string) => table === 'events' && column === 'xid';

/**
 * The tables of the migrator, those that exist only while Docket works on the schema, and the messages that open
 * streams read within a minute, which are numbered by transactions that another database does not know.
 */
export const tablesLeftOut: readonly string[] = [
  'schema_migrations',
  'live_messages',
  'suspended_indexes',
  'restore_unfinished',
];

const typesByName: Record<string, ColumnType> = {
  text: 'text',
  smallint: 'integer',
  integer: 'integer',
  bigint: 'integer',
  'double precision': 'number',
  blob: 'bytes',
  bytea: 'bytes',
};

export function columnType(table: string, column: string, declared: string): ColumnType {
  const type = typesByName[declared.toLowerCase()];
  if (!type)
    throw new Error(`Column ${table}.${column} has the type ${declared}, which backups cannot hold.`);
  return type;
}

/** Names come from the catalogue of the engine. */
export const quote = (name: string) => `"${name.replaceAll('"', '""')}"`;
export const quoteAll = (columns: readonly Column[]) => columns.map(({ name }) => quote(name)).join(', ');

/** Returns a bigint for a value that a JavaScript number cannot represent exactly. */
export function exactInteger(value: bigint): number | bigint {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}
