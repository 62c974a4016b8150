import type { DatabaseSync } from 'node:sqlite';
import { columnType, type TableSchema, tablesLeftOut } from './table-schema.ts';

/** Reads the tables of Docket, without the full-text index, which is built from `search_terms`. */
export function readSqliteTables(connection: DatabaseSync): TableSchema[] {
  const tables = connection
    .prepare("select name from pragma_table_list where schema = 'main' and type = 'table' order by name")
    .all() as { name: string }[];
  return tables
    .filter(({ name }) => !name.startsWith('sqlite_') && !tablesLeftOut.includes(name))
    .map(({ name }) => ({ name, columns: readColumns(connection, name) }));
}

function readColumns(connection: DatabaseSync, table: string) {
  const columns = connection
    .prepare('select name, type from pragma_table_xinfo(?) where hidden = 0 order by cid')
    .all(table) as { name: string; type: string }[];
  return columns.map(({ name, type }) => ({ name, type: columnType(table, name, type) }));
}
