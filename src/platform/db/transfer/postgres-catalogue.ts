import type pg from 'pg';
import { columnType, type TableSchema, tablesLeftOut } from './table-schema.ts';

export interface PostgresTable extends TableSchema {
  /** The type of each column, for casts. */
  casts: string[];
  identity?: { column: string; sequence: string };
}

const readColumns = `
  select c.relname as table, a.attname as column, format_type(a.atttypid, a.atttypmod) as type,
    case when a.attidentity <> '' then pg_get_serial_sequence(quote_ident(c.relname), a.attname) end as sequence
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where c.relkind = 'r' and c.relpersistence = 'p' and c.relnamespace = current_schema()::regnamespace and a.attgenerated = ''
  order by c.relname collate "C", a.attnum`;

interface CatalogueRow {
  table: string;
  column: string;
  type: string;
  sequence: string | null;
}

export async function readPostgresTables(client: pg.ClientBase): Promise<PostgresTable[]> {
  const tables = new Map<string, PostgresTable>();
  for (const { table: name, column, type, sequence } of (await client.query<CatalogueRow>(readColumns))
    .rows) {
    if (tablesLeftOut.includes(name)) continue;
    const table = tables.get(name) ?? { name, columns: [], casts: [] };
    tables.set(name, table);
    table.columns.push({ name: column, type: columnType(name, column, type) });
    table.casts.push(type);
    if (sequence !== null) table.identity = { column, sequence };
  }
  return [...tables.values()];
}
