import type { Database } from '../database.ts';
import { type Column, columnType } from '../transfer/table-schema.ts';
import { dynamicStatement } from './statement.ts';

const ofSqlite = `select p.name as "column", p.type as type from pragma_table_xinfo(:table) p
  where p.hidden = 0 order by p.cid`;
const ofPostgres = `select a.attname as "column", format_type(a.atttypid, a.atttypmod) as type
  from pg_attribute a where a.attrelid = cast(cast(:table as text) as regclass) and a.attnum > 0 and not a.attisdropped
    and a.attgenerated = '' order by a.attnum`;

/** Lists the insertable columns of a table. The name of the table comes from code, never from a user. */
export async function listColumns({ engine, reads }: Database, table: string): Promise<Column[]> {
  const text = engine === 'sqlite' ? ofSqlite : ofPostgres;
  const shape = dynamicStatement<{ table: string }, { column: string; type: string }>(text);
  const rows = await reads.list(shape, { table });
  return rows.map(({ column, type }) => ({ name: column, type: columnType(table, column, type) }));
}
