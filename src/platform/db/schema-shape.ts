import { DatabaseSync } from 'node:sqlite';
import type pg from 'pg';
import type { SchemaShape } from './migration-checksums.ts';
import type { Migration } from './migration-files.ts';
import { runningFunction } from './statement.ts';

const sqliteShape = `
  select 'column ' || t.name || '.' || c.name || ' ' || lower(c.type) as item
  from sqlite_schema t join pragma_table_xinfo(t.name) c
  where t.type = 'table' and t.name not like 'sqlite_%' and t.name <> 'schema_migrations'
  union all select type || ' ' || name from sqlite_schema where type <> 'table' and name not like 'sqlite_%'`;

export const shapeOfSqlite = (connection: DatabaseSync): SchemaShape =>
  connection
    .prepare(sqliteShape)
    .all()
    .map(({ item }) => item as string);

/** Runs the migrations on an empty database in memory. */
export function shapeMadeBySqlite(migrations: Migration[]): SchemaShape {
  const scratch = new DatabaseSync(':memory:');
  scratch.function(runningFunction, () => 1);
  for (const { sql } of migrations) scratch.exec(sql);
  const shape = shapeOfSqlite(scratch);
  scratch.close();
  return shape;
}

const postgresShape = `
  select 'column ' || table_name || '.' || column_name || ' ' || data_type as item
  from information_schema.columns where table_schema = $1 and table_name <> 'schema_migrations'
  union all select 'index ' || indexname from pg_indexes
  where schemaname = $1 and tablename <> 'schema_migrations'
  union all select distinct 'trigger ' || trigger_name from information_schema.triggers where trigger_schema = $1`;

export async function shapeOfPostgres(client: pg.ClientBase, schema = 'public'): Promise<SchemaShape> {
  const { rows } = await client.query<{ item: string }>(postgresShape, [schema]);
  return rows.map(({ item }) => item);
}

/** Runs the migrations in a schema of their own, which is rolled back. Must be called in a transaction. */
export async function shapeMadeByPostgres(
  client: pg.ClientBase,
  migrations: Migration[],
): Promise<SchemaShape> {
  const scratch = 'docket_comparison';
  await client.query('savepoint comparison');
  await client.query(`create schema ${scratch}; set local search_path = ${scratch}, public`);
  for (const { sql } of migrations) await client.query(sql);
  const shape = await shapeOfPostgres(client, scratch);
  await client.query('rollback to savepoint comparison; release savepoint comparison');
  return shape;
}
