import { type Database, dynamicStatement } from '../../src/platform/db/index.ts';
import type { EngineName } from './engines.ts';

const tablesOf: Record<EngineName, string> = {
  sqlite: `select m.name as "table", c.name as "column" from sqlite_schema m join pragma_table_info(m.name) c
    where m.type = 'table' and m.name not like 'sqlite_%' and m.sql not like 'create virtual%' order by m.name, c.cid`,
  postgres: `select table_name as "table", column_name as "column" from information_schema.columns
    where table_schema = current_schema() and table_name in
      (select table_name from information_schema.tables where table_type = 'BASE TABLE' and table_schema = current_schema())
    order by table_name, ordinal_position`,
};

/** Written in the background, by every request or by every confirmation with a password, whatever it says. */
const leftOut =
  /^(schema_migrations|search_|list_counts|idempotency|rate_|process|presence|sign_in_failures)/;

export type Row = Record<string, unknown>;

export const listColumns = async (db: Database, engine: EngineName) =>
  (
    await db.reads.list(dynamicStatement<object, { table: string; column: string }>(tablesOf[engine]), {})
  ).filter(({ table }) => !leftOut.test(table));

/** Every row of every table, in an order that depends on their content alone. */
export async function dumpTables(db: Database, engine: EngineName): Promise<Record<string, string[]>> {
  const tables = [...new Set((await listColumns(db, engine)).map(({ table }) => table))];
  const dump: Record<string, string[]> = {};
  const rows = await Promise.all(
    tables.map((table) => db.reads.list(dynamicStatement<object, Row>(`select * from ${table}`), {})),
  );
  for (const [index, table] of tables.entries())
    dump[table] = (rows[index] ?? []).map((row) => JSON.stringify(row, writeBytes)).sort();
  return dump;
}

const writeBytes = (_: string, value: unknown) =>
  value instanceof Uint8Array
    ? Buffer.from(value).toString('base64')
    : typeof value === 'bigint'
      ? String(value)
      : value;
