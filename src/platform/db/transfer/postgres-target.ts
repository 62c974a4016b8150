import type pg from 'pg';
import { DatabaseRefused } from '../database.ts';
import { migrateInTransaction } from '../migration/migrate.ts';
import { readMigrations } from '../migration/migration-files.ts';
import { translatingErrors } from '../postgres/errors.ts';
import {
  type DatabaseTarget,
  dataRefused,
  refuseOtherTables,
  serverRuns,
  type TransferredSchema,
} from './database-target.ts';
import { type PostgresTable, readPostgresTables } from './postgres-catalogue.ts';
import { connectForTransfer, withoutTimeouts } from './postgres-connection.ts';
import { type Cell, type Column, isEventTransaction, quote, type Row } from './table-schema.ts';
import { markUnfinishedPostgres, unmarkUnfinishedPostgres } from './unfinished-restore.ts';

const where = 'the database at DATABASE_URL';
const currentSchema = 'current_schema()::regnamespace';
const notOfExtension = "not exists (select 1 from pg_depend d where d.objid = o.oid and d.deptype = 'e')";

export async function refusePostgresTarget(url: string, isReplaced: boolean): Promise<void> {
  const client = await connectForTransfer(url);
  try {
    await refuseForeignTables(client);
    const others = await client.query(
      `select 1 from pg_stat_activity
       where datname = current_database() and application_name like 'docket%' and pid <> pg_backend_pid()`,
    );
    if (others.rows.length > 0) throw serverRuns(where);
    if (!isReplaced && (await hasAccounts(client))) throw dataRefused(where);
  } finally {
    await client.end();
  }
}

/** A restore drops every table, so it refuses a database with tables that no migration creates. */
async function refuseForeignTables(client: pg.Client): Promise<void> {
  const made = readMigrations('postgres').flatMap(({ sql }) =>
    [...sql.matchAll(/create (?:unlogged )?table (?:if not exists )?(\w+)/gi)].map(([, name]) => name),
  );
  const known = new Set([...made, 'schema_migrations', 'restore_unfinished']);
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class o where relkind in ('r', 'p') and relnamespace = ${currentSchema} and ${notOfExtension}`,
  );
  const foreign = rows.find(({ name }) => !known.has(name));
  if (!foreign) return;
  throw new DatabaseRefused(
    `The database at DATABASE_URL has a table "${foreign.name}" that is not Docket's. Create an empty database for Docket.`,
  );
}

async function hasAccounts(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query("select to_regclass('users') is not null as known");
  if (!rows[0]?.known) return false;
  return (await client.query('select 1 from users limit 1')).rows.length > 0;
}

/**
 * Restores in one transaction: before its commit the database is as it was, but marked as unfinished. The mark is
 * committed first and dropped in that transaction.
 */
export async function openPostgresTarget(
  url: string,
  source: TransferredSchema,
  isReplaced: boolean,
): Promise<DatabaseTarget> {
  await refusePostgresTarget(url, isReplaced);
  const client = await connectForTransfer(url);
  try {
    await markUnfinishedPostgres(client);
    await client.query(`begin; ${withoutTimeouts}`);
    await dropEverything(client);
    await migrateInTransaction(client, { upTo: source.schema.step });
    const tables = await readPostgresTables(client);
    refuseOtherTables(source, tables);
    const foreignKeys = await dropForeignKeys(client);
    const indexes = await dropIndexes(client);
    for (const { name } of tables) {
      await client.query(`alter table ${quote(name)} disable trigger user; delete from ${quote(name)}`);
    }
    return new PostgresTarget(client, { source, tables, foreignKeys, indexes });
  } catch (error) {
    await client.query('rollback').catch(() => {});
    await unmarkUnfinishedPostgres(client).catch(() => {});
    await client.end();
    throw error;
  }
}

async function dropEverything(client: pg.Client): Promise<void> {
  const drops = await client.query<{ sql: string }>(`
    select format('drop view if exists %s cascade', o.oid::regclass) as sql from pg_class o
    where relkind = 'v' and relnamespace = ${currentSchema} and ${notOfExtension}
    union all
    select format('drop table if exists %s cascade', o.oid::regclass) from pg_class o
    where relkind = 'r' and relnamespace = ${currentSchema} and relname <> 'restore_unfinished' and ${notOfExtension}
    union all
    select format('drop function if exists %s cascade', o.oid::regprocedure) from pg_proc o
    where pronamespace = ${currentSchema} and ${notOfExtension}`);
  for (const { sql } of drops.rows) await client.query(sql);
}

interface ForeignKey {
  table: string;
  name: string;
  definition: string;
}

/** Drops the foreign keys: rows arrive table by table, and PostgreSQL would queue a check for every row until the end. */
async function dropForeignKeys(client: pg.Client): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(`
    select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace = ${currentSchema} order by conrelid, conname`);
  for (const { table, name } of rows) await client.query(`alter table ${table} drop constraint ${name}`);
  return rows;
}

/** Drops indexes, because building them from all rows is much faster than row by row. Primary keys and constraints stay. */
async function dropIndexes(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
    from pg_index i join pg_class c on c.oid = i.indexrelid
    where c.relnamespace = ${currentSchema} and not exists (select 1 from pg_constraint k where k.conindid = i.indexrelid)
    order by indexrelid`);
  for (const { name } of rows) await client.query(`drop index ${name}`);
  return rows.map(({ definition }) => definition);
}

interface Parts {
  source: TransferredSchema;
  tables: PostgresTable[];
  foreignKeys: ForeignKey[];
  indexes: string[];
}

class PostgresTarget implements DatabaseTarget {
  readonly #client: pg.Client;
  readonly #parts: Parts;

  constructor(client: pg.Client, parts: Parts) {
    this.#client = client;
    this.#parts = parts;
  }

  async insert(table: string, columns: readonly Column[], rows: Row[]): Promise<void> {
    const known = this.#parts.tables.find(({ name }) => name === table) as PostgresTable;
    const given = columns.map(({ name }, index) => ({ name, values: rows.map((row) => encode(row[index])) }));
    // SQLite has no transaction numbers; it orders events by `seq`.
    const order = given.find(({ name }) => name === 'seq');
    if (table === 'events' && order && !columns.some(({ name }) => isEventTransaction(table, name)))
      given.push({ ...order, name: 'xid' });
    const casts = given.map(({ name }, index) => {
      const place = known.columns.findIndex((column) => column.name === name);
      return `$${index + 1}::${known.casts[place]}[]`;
    });
    const names = given.map(({ name }) => quote(name)).join(', ');
    await translatingErrors(() =>
      this.#client.query(
        `insert into ${quote(table)} (${names}) overriding system value select * from unnest(${casts.join(', ')})`,
        given.map(({ values }) => values),
      ),
    );
  }

  async finish(): Promise<number> {
    const client = this.#client;
    const { tables, foreignKeys, indexes } = this.#parts;
    return translatingErrors(async () => {
      for (const definition of indexes) await client.query(definition);
      for (const { table, name, definition } of foreignKeys)
        await addForeignKey(client, table, name, definition);
      for (const { name } of tables) await client.query(`alter table ${quote(name)} enable trigger user`);
      for (const table of tables) await this.#setSequence(table);
      const startedAt = performance.now();
      await migrateInTransaction(client, {});
      const migrationMs = performance.now() - startedAt;
      await unmarkUnfinishedPostgres(client);
      await client.query('commit');
      // Without fresh statistics, plans and counts are slow until autovacuum runs.
      await client.query('set statement_timeout = 0');
      const names = tables.map(({ name }) => quote(name)).join(', ');
      await client.query(`vacuum (analyze) ${names}`).catch(() => {});
      await client.end();
      return migrationMs;
    });
  }

  async #setSequence({ name, identity }: PostgresTable): Promise<void> {
    if (!identity) return;
    const last = this.#parts.source.tables.find((table) => table.name === name)?.sequence?.last ?? 0;
    await this.#client.query(
      `select setval($1, greatest($2, newest, 1), greatest($2, newest) > 0)
       from (select coalesce(max(${quote(identity.column)}), 0)::bigint as newest from ${quote(name)}) n`,
      [identity.sequence, last],
    );
  }

  async abort({ keepMark }: { keepMark: boolean }): Promise<void> {
    try {
      await this.#client.query('rollback');
      if (!keepMark) await unmarkUnfinishedPostgres(this.#client);
    } catch {
      // The connection is lost, and the transaction with it; the mark stays.
    }
    await this.#client.end();
  }
}

async function addForeignKey(client: pg.Client, table: string, name: string, definition: string) {
  try {
    await client.query(`alter table ${table} add constraint ${name} ${definition}`);
  } catch (error) {
    if ((error as pg.DatabaseError).code !== '23503') throw error;
    const { detail } = error as pg.DatabaseError;
    throw new DatabaseRefused(
      `The backup contradicts itself: a row of ${table} refers to a missing row. ${detail}`,
    );
  }
}

/** Encodes a cell as text or bytes. Integers are exact as text. */
function encode(cell: Cell | undefined): string | Buffer | null {
  if (cell === null || cell === undefined || typeof cell === 'string') return cell ?? null;
  return cell instanceof Uint8Array
    ? Buffer.from(cell.buffer, cell.byteOffset, cell.byteLength)
    : String(cell);
}
