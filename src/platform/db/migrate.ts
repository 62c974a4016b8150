import type { DatabaseSync } from 'node:sqlite';
import type pg from 'pg';
import { DatabaseMisconfigured, DatabaseRefused } from './database.ts';
import { type Migration, readMigrations } from './migration-files.ts';
import { translatingErrors } from './postgres-errors.ts';
import { continueEventOrder } from './restored-cluster.ts';
import { connect } from './sqlite-engine.ts';
import { findFullDisk } from './sqlite-errors.ts';
import { applicationId, startTimeoutMs } from './sqlite-file.ts';
import { restoreIndexes } from './sqlite-suspended-indexes.ts';
import { refuseUnfinishedPostgres, refuseUnfinishedSqlite } from './transfer/unfinished-restore.ts';

export interface AppliedMigration {
  version: number;
  name: string;
}

const ledger = `create table if not exists schema_migrations (
  version integer primary key, name text not null, applied_at bigint not null)`;
export const ledgerRows = 'select version, name from schema_migrations order by version';

/** Called before an older database is migrated, which may take a while. */
export type UpgradeListener = (versions: { from: number; to: number }) => void;

export async function migrate(
  address:
    | { engine: 'sqlite'; file: string }
    | { engine: 'postgres'; url: string; directUrl?: string | undefined },
  onUpgrade: UpgradeListener = () => {},
): Promise<AppliedMigration[]> {
  if (address.engine === 'postgres') return migratePostgres(address, onUpgrade);
  refuseUnfinishedSqlite(address.file);
  return migrateSqlite(address.file, { onUpgrade });
}

/** A restore migrates to the step of the backup first, and after the rows are loaded to the newest. */
interface Steps {
  upTo?: number;
  onUpgrade?: UpgradeListener;
}

/** Runs all pending migrations in one transaction: if one fails, the file stays as it was. */
export function migrateSqlite(
  file: string,
  { upTo = Number.POSITIVE_INFINITY, onUpgrade = () => {} }: Steps,
): AppliedMigration[] {
  const connection = connect(file, 'write');
  try {
    connection.exec(`pragma busy_timeout = ${startTimeoutMs}; pragma application_id = ${applicationId}`);
    restoreIndexes(connection);
    connection.exec('begin immediate');
    connection.exec(ledger);
    const applied = connection.prepare(ledgerRows).all() as unknown as AppliedMigration[];
    const pending = pendingMigrations(readMigrations('sqlite'), applied).filter(
      ({ version }) => version <= upTo,
    );
    reportUpgrade(applied, pending, onUpgrade);
    for (const migration of pending) applyToSqlite(connection, migration);
    connection.exec('commit');
    return pending;
  } catch (error) {
    if (connection.isTransaction) connection.exec('rollback');
    throw findFullDisk(file, error) ?? error;
  } finally {
    connection.close();
  }
}

function applyToSqlite(connection: DatabaseSync, { version, name, sql }: Migration): void {
  connection.exec(sql);
  connection.prepare('insert into schema_migrations values (?, ?, ?)').run(version, name, Date.now());
}

/** Processes that start together wait for the advisory lock; the second finds nothing to do. */
async function migratePostgres(
  { url, directUrl }: { url: string; directUrl?: string | undefined },
  onUpgrade: UpgradeListener,
): Promise<AppliedMigration[]> {
  const { connectPool, directServer } = await import('./postgres-client.ts');
  const { hasOtherSession, isPoolersRefusal } = await import('./postgres-pooler.ts');
  const pool = connectPool(directServer(directUrl ?? url), 1);
  const client = await translatingErrors(() => pool.connect()).catch((error: Error) => {
    throw isPoolersRefusal(error) ? needsDirectUrl() : error;
  });
  try {
    if (!directUrl && (await hasOtherSession(client))) throw needsDirectUrl();
    // Another process may be migrating for longer than requests may wait.
    await client.query(
      'set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0',
    );
    await client.query('begin');
    await refuseUnfinishedPostgres(client);
    const applied = await migrateInTransaction(client, { onUpgrade });
    await client.query('commit');
    return applied;
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  } finally {
    client.release();
    await pool.end();
  }
}

/** Runs the pending migrations in a transaction that the caller began. */
export async function migrateInTransaction(
  client: pg.ClientBase,
  { upTo = Number.POSITIVE_INFINITY, onUpgrade = () => {} }: Steps,
): Promise<AppliedMigration[]> {
  await client.query("select pg_advisory_xact_lock(hashtext('docket migrations'))");
  await client.query(ledger);
  const applied = (await client.query<AppliedMigration>(ledgerRows)).rows;
  const pending = pendingMigrations(readMigrations('postgres'), applied).filter(
    ({ version }) => version <= upTo,
  );
  reportUpgrade(applied, pending, onUpgrade);
  for (const migration of pending) await applyToPostgres(client, migration);
  await continueEventOrder(client);
  return pending;
}

const needsDirectUrl = () =>
  new DatabaseMisconfigured(
    'DATABASE_URL leads to a connection pooler such as PgBouncer. Set DATABASE_DIRECT_URL to the PostgreSQL server itself, ' +
      'or to a pool in session mode: Docket listens for changes and migrates there.',
  );

async function applyToPostgres(client: pg.ClientBase, { version, name, sql }: Migration): Promise<void> {
  await client.query(sql);
  await client.query('insert into schema_migrations values ($1, $2, $3)', [version, name, Date.now()]);
}

function reportUpgrade(applied: AppliedMigration[], pending: Migration[], onUpgrade: UpgradeListener): void {
  const from = applied.at(-1)?.version;
  const to = pending.at(-1)?.version;
  if (from && to) onUpgrade({ from, to });
}

export function pendingMigrations(known: Migration[], applied: AppliedMigration[]): Migration[] {
  const newest = applied.at(-1)?.version ?? 0;
  if (newest > known.length) {
    throw new DatabaseRefused(
      `The database was written by a newer Docket (schema ${newest}, this one knows up to ${known.length}). ` +
        'Start that newer version, or restore a backup made before the upgrade.',
    );
  }
  for (const [index, { version, name }] of applied.entries()) {
    if (known[index]?.version !== version || known[index]?.name !== name) {
      throw new DatabaseRefused(
        `The database has a schema step ${version} "${name}" that this Docket does not know. ` +
          'Start the version that wrote it, or restore a backup.',
      );
    }
  }
  return known.slice(applied.length);
}
