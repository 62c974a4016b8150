import type { DatabaseSync } from 'node:sqlite';
import type pg from 'pg';
import {
  type AppliedMigration,
  lacksChecksums,
  pendingMigrations,
  refuseOtherShape,
} from './migration-checksums.ts';
import { type Migration, readMigrations } from './migration-files.ts';
import { translatingErrors } from './postgres-errors.ts';
import { continueEventOrder } from './restored-cluster.ts';
import { shapeMadeByPostgres, shapeMadeBySqlite, shapeOfPostgres, shapeOfSqlite } from './schema-shape.ts';
import { connect } from './sqlite-engine.ts';
import { applicationId, startTimeoutMs } from './sqlite-file.ts';
import { restoreIndexes } from './sqlite-suspended-indexes.ts';

const ledger = `create table if not exists schema_migrations (
  version integer primary key, name text not null, applied_at bigint not null, checksum text)`;
const ledgerRows = 'select version, name, checksum from schema_migrations order by version';

/** Called before an older database is migrated, which may take a while. */
export type UpgradeListener = (versions: { from: number; to: number }) => void;

export async function migrate(
  address: { engine: 'sqlite'; file: string } | { engine: 'postgres'; url: string },
  onUpgrade: UpgradeListener = () => {},
): Promise<Migration[]> {
  return address.engine === 'sqlite'
    ? migrateSqlite(address.file, onUpgrade)
    : migratePostgres(address.url, onUpgrade);
}

/** Runs all pending migrations in one transaction: if one fails, the file stays as it was. */
function migrateSqlite(file: string, onUpgrade: UpgradeListener): Migration[] {
  const connection = connect(file, 'write');
  try {
    connection.exec(`pragma busy_timeout = ${startTimeoutMs}; pragma application_id = ${applicationId}`);
    restoreIndexes(connection);
    connection.exec('begin immediate');
    connection.exec(ledger);
    addChecksumColumn(connection);
    const applied = connection.prepare(ledgerRows).all() as unknown as AppliedMigration[];
    const known = readMigrations('sqlite');
    const pending = pendingMigrations(known, applied);
    if (lacksChecksums(applied)) recordInSqlite(connection, known.slice(0, applied.length));
    reportUpgrade(applied, pending, onUpgrade);
    for (const migration of pending) applyToSqlite(connection, migration);
    connection.exec('commit');
    return pending;
  } catch (error) {
    if (connection.isTransaction) connection.exec('rollback');
    throw error;
  } finally {
    connection.close();
  }
}

function applyToSqlite(connection: DatabaseSync, { version, name, sql, checksum }: Migration): void {
  connection.exec(sql);
  connection
    .prepare('insert into schema_migrations (version, name, applied_at, checksum) values (?, ?, ?, ?)')
    .run(version, name, Date.now(), checksum);
}

/** The ledger of a database that was made before checksums were recorded. */
function addChecksumColumn(connection: DatabaseSync): void {
  const columns = connection.prepare(
    "select 1 from pragma_table_info('schema_migrations') where name = 'checksum'",
  );
  if (!columns.get()) connection.exec('alter table schema_migrations add column checksum text');
}

function recordInSqlite(connection: DatabaseSync, applied: Migration[]): void {
  refuseOtherShape(shapeOfSqlite(connection), shapeMadeBySqlite(applied));
  const record = connection.prepare('update schema_migrations set checksum = ? where version = ?');
  for (const { checksum, version } of applied) record.run(checksum, version);
}

/** Processes that start together wait for the advisory lock; the second finds nothing to do. */
async function migratePostgres(url: string, onUpgrade: UpgradeListener): Promise<Migration[]> {
  const { connectPool } = await import('./postgres-client.ts');
  const pool = connectPool(url, 1);
  const client = await translatingErrors(() => pool.connect());
  try {
    // Another process may be migrating for longer than requests may wait.
    await client.query(
      'set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0',
    );
    await client.query('begin');
    await client.query("select pg_advisory_xact_lock(hashtext('docket migrations'))");
    await client.query(ledger);
    await client.query('alter table schema_migrations add column if not exists checksum text');
    const applied = (await client.query<AppliedMigration>(ledgerRows)).rows;
    const known = readMigrations('postgres');
    const pending = pendingMigrations(known, applied);
    if (lacksChecksums(applied)) await recordInPostgres(client, known.slice(0, applied.length));
    reportUpgrade(applied, pending, onUpgrade);
    for (const migration of pending) await applyToPostgres(client, migration);
    await continueEventOrder(client);
    await client.query('commit');
    return pending;
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  } finally {
    client.release();
    await pool.end();
  }
}

async function applyToPostgres(
  client: pg.PoolClient,
  { version, name, sql, checksum }: Migration,
): Promise<void> {
  await client.query(sql);
  await client.query(
    'insert into schema_migrations (version, name, applied_at, checksum) values ($1, $2, $3, $4)',
    [version, name, Date.now(), checksum],
  );
}

async function recordInPostgres(client: pg.PoolClient, applied: Migration[]): Promise<void> {
  refuseOtherShape(await shapeOfPostgres(client), await shapeMadeByPostgres(client, applied));
  for (const { checksum, version } of applied) {
    await client.query('update schema_migrations set checksum = $1 where version = $2', [checksum, version]);
  }
}

function reportUpgrade(applied: AppliedMigration[], pending: Migration[], onUpgrade: UpgradeListener): void {
  const from = applied.at(-1)?.version;
  const to = pending.at(-1)?.version;
  if (from && to) onUpgrade({ from, to });
}
