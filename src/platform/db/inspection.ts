import { existsSync } from 'node:fs';
import type pg from 'pg';
import { DatabaseRefused, DatabaseUnavailable, type Queries } from './database.ts';
import { type AppliedMigration, ledgerRows, pendingMigrations } from './migration/migrate.ts';
import { type Migration, readMigrations } from './migration/migration-files.ts';
import { parseSchemaInUse, readSchemaInUse, type SchemaRow } from './migration/schema-compatibility.ts';
import type { DatabaseAddress } from './open-database.ts';
import { findDamage } from './sqlite/damage.ts';
import { connect, queriesOn } from './sqlite/engine.ts';
import { refuseUnusableFile } from './sqlite/file.ts';
import { refuseLostFile } from './sqlite/new-file.ts';

/** A database opened by an operator: nothing is written, migrated or locked, even while a server runs on it. */
export interface Inspection {
  reads: Queries;
  /** Describes the damage in the stored data; undefined if none was found. May read the whole database. */
  findDamage(): Promise<string | undefined>;
  /** The clock of the database server; undefined on SQLite, which has no server. */
  readClock(): Promise<number | undefined>;
  /** Undefined on SQLite. */
  readConnectionLimits(): Promise<ConnectionLimits | undefined>;
  close(): Promise<void>;
}

export interface ConnectionLimits {
  /** Excludes the connections reserved for superusers. */
  max: number;
  /** Connections of other programs. */
  usedByOthers: number;
  usedByDocket: number;
}

export interface SchemaState {
  /** Empty if the database is empty. */
  applied: AppliedMigration[];
  pending: Pick<Migration, 'version' | 'name' | 'servesFrom'>[];
  /** Why this version refuses the database. */
  refusal: string | undefined;
}

/** Returns undefined if there is no SQLite file yet. Throws the same error as a start if the file is refused. */
export async function openInspection(address: DatabaseAddress): Promise<Inspection | undefined> {
  if (address.engine === 'postgres') return inspectPostgres(address.directUrl ?? address.url);
  refuseLostFile(address.file);
  if (!existsSync(address.file)) return undefined;
  refuseUnusableFile(address.file, { checksPages: false });
  return inspectSqlite(address.file);
}

function inspectSqlite(file: string): Inspection {
  const connection = connect(file, 'read');
  return {
    reads: queriesOn(connection),
    findDamage: async () => findDamage(connection),
    readClock: async () => undefined,
    readConnectionLimits: async () => undefined,
    close: async () => connection.close(),
  };
}

const damageSql = `
  select coalesce((select checksum_failures from pg_stat_database where datname = current_database()), 0)::int as failures,
    (select string_agg(c.relname, ', ') from pg_index i join pg_class c on c.oid = i.indexrelid
      join pg_namespace n on n.oid = c.relnamespace
      where not i.indisvalid and n.nspname = current_schema()) as "invalidIndexes"`;
const limitsSql = `
  select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as max,
    (select count(*) from pg_stat_activity
      where backend_type = 'client backend' and application_name not like 'docket%')::int as "usedByOthers",
    (select count(*) from pg_stat_activity
      where backend_type = 'client backend' and application_name like 'docket%')::int as "usedByDocket"`;

async function inspectPostgres(url: string): Promise<Inspection> {
  const { clientConfig, connectPool, directServer } = await import('./postgres/client.ts');
  const { newPipeline } = await import('./postgres/pipeline.ts');
  const { queriesOn: postgresQueriesOn, statementNames } = await import('./postgres/query.ts');
  const server = directServer(url);
  const pool = connectPool(server, 1);
  const pipeline = newPipeline(clientConfig(server), 1, () => {});
  const reads = postgresQueriesOn(statementNames(server), (query) => {
    pipeline.send(query);
    return query.result;
  });
  const row = async <R extends pg.QueryResultRow>(sql: string) => (await pool.query<R>(sql)).rows[0] as R;
  const close = async () => {
    await pipeline.close();
    await pool.end();
  };
  await row('select 1').catch(async (cause: unknown) => {
    await close();
    throw new DatabaseUnavailable('the database does not answer', { cause });
  });
  return {
    reads,
    findDamage: async () => {
      const { failures, invalidIndexes } = await row<{ failures: number; invalidIndexes: string | null }>(
        damageSql,
      );
      if (failures > 0) return `PostgreSQL counted ${failures} pages with a wrong checksum`;
      return invalidIndexes === null ? undefined : `these indexes are not valid: ${invalidIndexes}`;
    },
    readClock: async () =>
      Number((await row<{ now: string }>('select extract(epoch from clock_timestamp()) * 1000 as now')).now),
    readConnectionLimits: () => row<ConnectionLimits>(limitsSql),
    close,
  };
}

/** Compares the ledger of the database with the migrations of this version. */
export async function readSchemaState(
  { engine }: DatabaseAddress,
  { reads }: Inspection,
): Promise<SchemaState> {
  const applied = await readLedger(reads);
  try {
    const schema =
      applied.length > 0 && parseSchemaInUse((await reads.find({ text: readSchemaInUse }, {})) as SchemaRow);
    const pending = pendingMigrations(readMigrations(engine), applied, () => schema || undefined);
    return { applied, pending, refusal: undefined };
  } catch (error) {
    if (error instanceof DatabaseRefused) return { applied, pending: [], refusal: error.message };
    throw error;
  }
}

async function readLedger(reads: Queries): Promise<AppliedMigration[]> {
  try {
    return (await reads.list({ text: ledgerRows }, {})) as AppliedMigration[];
  } catch (error) {
    // The messages of SQLite and PostgreSQL, in that order.
    if (/no such table|relation .* does not exist/.test((error as Error).message)) return [];
    throw error;
  }
}
