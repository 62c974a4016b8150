import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { DatabaseMisconfigured, DatabaseRefused, DatabaseUnavailable } from '../database.ts';
import { translatingErrors } from '../postgres/errors.ts';
import { continueEventOrder } from '../postgres/restored-cluster.ts';
import { awaitOlderProcesses } from '../postgres/takeover.ts';
import { connect } from '../sqlite/engine.ts';
import { findFullDisk, isSqliteBusy } from '../sqlite/errors.ts';
import { applicationId, startTimeoutMs } from '../sqlite/file.ts';
import { pauseThread } from '../sqlite/pause-thread.ts';
import { restoreIndexes } from '../sqlite/suspended-indexes.ts';
import { refuseUnfinishedPostgres, refuseUnfinishedSqlite } from '../transfer/unfinished-restore.ts';
import { type Migration, newestStep, readMigrations } from './migration-files.ts';
import {
  parseSchemaInUse,
  readSchemaInUse,
  type SchemaInUse,
  type SchemaRow,
  servedAfter,
  storeSchemaInUse,
} from './schema-compatibility.ts';

export interface AppliedMigration {
  version: number;
  name: string;
}

/** A server that stops closes its file within 5 s. */
const othersCloseWithinMs = 6_000;
const tableLockTimeoutMs = 3_000;
const lockTriesMax = 10;
const lockPauseMs = 2_000;

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

/** A restore migrates to the step of the backup first, and to the newest step after the rows are loaded. */
interface Steps {
  upTo?: number;
  /** Set if processes of older versions may be running: they must end first unless the migration is compatible. */
  takesOver?: { isPooled: boolean };
  onUpgrade?: UpgradeListener;
}

/**
 * Runs all pending migrations in one transaction: if one fails, the file stays as it was. An existing database is
 * migrated only while no other process has it open.
 */
export function migrateSqlite(
  file: string,
  { upTo = Number.POSITIVE_INFINITY, onUpgrade = () => {} }: Steps,
): AppliedMigration[] {
  const connection = hasPending(file) ? openAlone(file) : connect(file, 'write');
  try {
    connection.exec(`pragma busy_timeout = ${startTimeoutMs}; pragma application_id = ${applicationId}`);
    restoreIndexes(connection);
    connection.exec('begin immediate');
    connection.exec(ledger);
    const applied = connection.prepare(ledgerRows).all() as unknown as AppliedMigration[];
    const schema = () => connection.prepare(readSchemaInUse).get() as unknown as SchemaRow;
    const pending = pendingMigrations(readMigrations('sqlite'), applied, () =>
      parseSchemaInUse(schema()),
    ).filter(({ version }) => version <= upTo);
    reportUpgrade(applied, pending, onUpgrade);
    for (const migration of pending) applyToSqlite(connection, migration);
    const before = { ...schema(), newest: newestApplied(applied) };
    if (pending.length > 0 && upTo === Number.POSITIVE_INFINITY)
      connection.exec(storeSchemaInUse(servedAfter(parseSchemaInUse(before), pending)));
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

/** True if the file has a schema that is older than this version's. */
function hasPending(file: string): boolean {
  if (!existsSync(file)) return false;
  const connection = new DatabaseSync(file, { readOnly: true, timeout: startTimeoutMs });
  try {
    const known = connection.prepare("select 1 from sqlite_schema where name = 'schema_migrations'").get();
    const newest = known && connection.prepare('select max(version) as newest from schema_migrations').get();
    return newest?.newest != null && Number(newest.newest) < newestStep('sqlite');
  } finally {
    connection.close();
  }
}

/**
 * Opens the file in exclusive mode, which SQLite refuses while any other process has it open. Processes that start
 * together wait for each other without having the file open.
 */
function openAlone(file: string): DatabaseSync {
  const deadline = performance.now() + othersCloseWithinMs;
  for (;;) {
    try {
      return connect(file, 'write', { isAlone: true });
    } catch (error) {
      if (!isSqliteBusy(error)) throw error;
    }
    if (performance.now() > deadline) {
      if (!hasPending(file)) return connect(file, 'write');
      throw new DatabaseRefused(
        `Another process uses ${file}: an older version of Docket that still runs, a command, or another program. ` +
          'Stop it, then start this version, which migrates the file. Nothing was changed.',
      );
    }
    pauseThread(20 + Math.random() * 200);
    if (!hasPending(file)) return connect(file, 'write');
  }
}

/** Processes that start together wait for the advisory lock. The second one finds nothing to do. */
async function migratePostgres(
  { url, directUrl }: { url: string; directUrl?: string | undefined },
  onUpgrade: UpgradeListener,
): Promise<AppliedMigration[]> {
  const { connectPool, directServer } = await import('../postgres/client.ts');
  const { hasOtherSession, isPoolersRefusal } = await import('../postgres/pooler.ts');
  const pool = connectPool(directServer(directUrl ?? url), 1);
  const client = await translatingErrors(() => pool.connect()).catch((error: Error) => {
    throw isPoolersRefusal(error) ? needsDirectUrl() : error;
  });
  try {
    if (!directUrl && (await hasOtherSession(client))) throw needsDirectUrl();
    // Another process may be migrating for longer than the lock timeout of requests.
    await client.query(
      'set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0',
    );
    return await untilUnlocked(async () => {
      await client.query('begin');
      try {
        await refuseUnfinishedPostgres(client);
        const isPooled = directUrl !== undefined;
        const applied = await migrateInTransaction(client, { onUpgrade, takesOver: { isPooled } });
        await client.query('commit');
        return applied;
      } catch (error) {
        await client.query('rollback').catch(() => {});
        throw error;
      }
    });
  } finally {
    client.release();
    await pool.end();
  }
}

/** Runs the pending migrations in the caller's transaction. */
export async function migrateInTransaction(
  client: pg.ClientBase,
  { upTo = Number.POSITIVE_INFINITY, onUpgrade = () => {}, takesOver }: Steps,
): Promise<AppliedMigration[]> {
  await client.query("select pg_advisory_xact_lock(hashtext('docket migrations'))");
  await client.query(ledger);
  const applied = (await client.query<AppliedMigration>(ledgerRows)).rows;
  const schema = async () => (await client.query<SchemaRow>(readSchemaInUse)).rows[0] as SchemaRow;
  const newest = newestApplied(applied);
  // Read only if the schema is newer, because an older one may not have the table.
  const newer = newest > newestStep('postgres') ? parseSchemaInUse(await schema()) : undefined;
  const pending = pendingMigrations(readMigrations('postgres'), applied, () => newer).filter(
    ({ version }) => version <= upTo,
  );
  reportUpgrade(applied, pending, onUpgrade);
  if (takesOver && newest > 0 && pending.length > 0) {
    const { servesFrom } = servedAfter({ newest, servesFrom: 0 }, pending);
    if (servesFrom > newest) await awaitOlderProcesses(client, { newest, servesFrom, ...takesOver });
    await client.query(`set local lock_timeout = '${tableLockTimeoutMs}ms'`);
  }
  for (const migration of pending) await applyToPostgres(client, migration);
  if (pending.length > 0 && upTo === Number.POSITIVE_INFINITY) {
    const before = parseSchemaInUse({ ...(await schema()), newest });
    await client.query(storeSchemaInUse(servedAfter(before, pending)));
  }
  await continueEventOrder(client);
  return pending;
}

/**
 * A compatible migration runs while older processes serve requests, and can deadlock with them. It waits only a few
 * seconds for each table, because every later query waits behind it.
 */
async function untilUnlocked<T>(run: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await run();
    } catch (error) {
      if (!lockFailures.includes((error as { code?: string }).code ?? '')) throw error;
      if (tries === lockTriesMax)
        throw new DatabaseUnavailable(
          `Other sessions kept the tables that the migration changes, ${tries} times in a row. Stop every process of Docket ` +
            'and end long transactions, then start this version again. Nothing was changed.',
          { cause: error, reason: 'busy' },
        );
      await wait(Math.random() * lockPauseMs);
    }
  }
}

/** SQLSTATEs: serialisation failure, deadlock, lock not available. */
const lockFailures = ['40001', '40P01', '55P03'];

const needsDirectUrl = () =>
  new DatabaseMisconfigured(
    'DATABASE_URL leads to a connection pooler such as PgBouncer. Set DATABASE_DIRECT_URL to the PostgreSQL server itself, ' +
      'or to a pool in session mode: Docket listens for changes and migrates there.',
  );

async function applyToPostgres(client: pg.ClientBase, { version, name, sql }: Migration): Promise<void> {
  await client.query(sql);
  await client.query('insert into schema_migrations values ($1, $2, $3)', [version, name, Date.now()]);
}

const newestApplied = (applied: AppliedMigration[]) => applied.at(-1)?.version ?? 0;

function reportUpgrade(applied: AppliedMigration[], pending: Migration[], onUpgrade: UpgradeListener): void {
  const from = applied.at(-1)?.version;
  const to = pending.at(-1)?.version;
  if (from && to) onUpgrade({ from, to });
}

/** `readSchema` is called if the database is newer than this version, which may use it if the newer migrations allow it. */
export function pendingMigrations(
  known: Migration[],
  applied: AppliedMigration[],
  readSchema: () => SchemaInUse | undefined = () => undefined,
): Migration[] {
  const newest = newestApplied(applied);
  if (newest > known.length && (readSchema()?.servesFrom ?? newest) > known.length) {
    throw new DatabaseRefused(
      `The database was written by a newer Docket (schema ${newest}, this one knows up to ${known.length}). ` +
        'Start that newer version, or restore a backup made before the upgrade.',
    );
  }
  for (const [index, { version, name }] of applied.slice(0, known.length).entries()) {
    if (known[index]?.version !== version || known[index]?.name !== name) {
      throw new DatabaseRefused(
        `The database has a schema step ${version} "${name}" that this Docket does not know. ` +
          'Start the version that wrote it, or restore a backup.',
      );
    }
  }
  return known.slice(applied.length);
}
