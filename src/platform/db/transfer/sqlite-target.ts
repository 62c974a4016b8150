import { existsSync, linkSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { makePrivateFolder } from '../../private-folder.ts';
import { DatabaseRefused } from '../database.ts';
import { migrateSqlite } from '../migration/migrate.ts';
import { isSqliteBusy } from '../sqlite/errors.ts';
import { refuseUnusableFile } from '../sqlite/file.ts';
import { removeFile, setLogAside, syncPath } from '../sqlite/new-file.ts';
import {
  type DatabaseTarget,
  dataRefused,
  refuseOtherTables,
  serverRuns,
  type TransferredSchema,
} from './database-target.ts';
import { readSqliteTables } from './sqlite-catalogue.ts';
import { EventOrder } from './sqlite-event-order.ts';
import {
  type Column,
  isEventTransaction,
  quote,
  quoteAll,
  type Row,
  type TableSchema,
} from './table-schema.ts';
import { markUnfinishedSqlite, unmarkUnfinishedSqlite } from './unfinished-restore.ts';

export function refuseSqliteTarget(file: string, isReplaced: boolean): void {
  if (!existsSync(file)) return;
  if (isReplaced) {
    // A damaged file may be replaced, but not a file of another program.
    if (!isDocketOrDamaged(file)) throw new DatabaseRefused(`${file} belongs to another program.`);
    endUse(file);
    return;
  }
  refuseUnusableFile(file);
  endUse(file);
  const connection = new DatabaseSync(file, { readOnly: true });
  try {
    if (hasAccounts(connection)) throw dataRefused(file);
  } finally {
    connection.close();
  }
}

function isDocketOrDamaged(file: string): boolean {
  try {
    refuseUnusableFile(file);
    return true;
  } catch (error) {
    return !(error as Error).message.includes('another program');
  }
}

function hasAccounts(connection: DatabaseSync): boolean {
  const isTable = connection.prepare("select 1 from sqlite_schema where type = 'table' and name = 'users'");
  return isTable.get() !== undefined && connection.prepare('select 1 from users limit 1').get() !== undefined;
}

/**
 * Copies the write-ahead log into the file and removes it: SQLite would replay an old log into a new file of the same
 * name. This fails while any other process has the file open.
 */
function endUse(file: string): void {
  const connection = new DatabaseSync(file);
  try {
    connection.exec('pragma journal_mode = delete');
  } catch (error) {
    if (isSqliteBusy(error)) throw serverRuns(file);
    // A damaged file is replaced as it is.
  } finally {
    connection.close();
  }
  for (const suffix of ['-wal', '-shm']) rmSync(file + suffix, { force: true });
}

/** Loads into a file next to the database, which takes its place as the last step. */
export function openSqliteTarget(
  file: string,
  source: TransferredSchema,
  isReplaced: boolean,
): DatabaseTarget {
  makePrivateFolder(path.dirname(file));
  markUnfinishedSqlite(file);
  const loading = `${file}.restoring`;
  removeFile(loading);
  migrateSqlite(loading, { upTo: source.schema.step });
  const connection = new DatabaseSync(loading, { enableForeignKeyConstraints: false });
  try {
    return new SqliteTarget(connection, { file, loading, source, isReplaced });
  } catch (error) {
    connection.close();
    removeFile(loading);
    unmarkUnfinishedSqlite(file);
    throw error;
  }
}

interface Files {
  file: string;
  loading: string;
  source: TransferredSchema;
  isReplaced: boolean;
}

class SqliteTarget implements DatabaseTarget {
  readonly #connection: DatabaseSync;
  readonly #files: Files;
  readonly #tables: TableSchema[];
  readonly #definitions: string[];
  readonly #eventOrder: EventOrder | undefined;
  readonly #inserts = new Map<string, StatementSync>();

  constructor(connection: DatabaseSync, files: Files) {
    this.#connection = connection;
    this.#files = files;
    // A crash leaves a file that nobody uses, so a journal is useless.
    connection.exec('pragma journal_mode = delete; pragma journal_mode = off; pragma synchronous = off');
    connection.exec('pragma temp_store = file; pragma cache_size = -64000; begin exclusive');
    this.#tables = readSqliteTables(connection);
    refuseOtherTables(files.source, this.#tables);
    this.#definitions = dropIndexesAndTriggers(connection);
    for (const { name } of this.#tables) connection.exec(`delete from ${quote(name)}`);
    if (files.source.engine === 'postgres') this.#eventOrder = new EventOrder(connection);
  }

  async insert(table: string, columns: readonly Column[], rows: Row[]): Promise<void> {
    const kept = columns.map(({ name }) => !isEventTransaction(table, name));
    const insert = this.#insert(
      table,
      columns.filter((_, index) => kept[index]),
    );
    for (const row of rows) insert.run(...row.filter((_, index) => kept[index]));
    const [seq, xid] = ['seq', 'xid'].map((name) => columns.findIndex((column) => column.name === name));
    if (table === 'events' && this.#eventOrder) {
      this.#eventOrder.add(
        rows.map((row) => ({ seq: row[seq as number] ?? null, xid: row[xid as number] ?? null })),
      );
    }
  }

  #insert(table: string, columns: readonly Column[]): StatementSync {
    const known = this.#inserts.get(table);
    if (known) return known;
    const values = columns.map(() => '?').join(', ');
    const insert = this.#connection.prepare(
      `insert into ${quote(table)} (${quoteAll(columns)}) values (${values})`,
    );
    this.#inserts.set(table, insert);
    return insert;
  }

  async finish(): Promise<number> {
    const connection = this.#connection;
    const { file, loading, source, isReplaced } = this.#files;
    this.#eventOrder?.apply(this.#tables);
    buildTermIndex(connection);
    for (const definition of this.#definitions) connection.exec(definition);
    setSequences(connection, source);
    connection.exec('commit');
    refuseMissingReferences(connection);
    connection.close();
    const startedAt = performance.now();
    migrateSqlite(loading, {});
    const migrationMs = performance.now() - startedAt;
    syncPath(loading);
    putInPlace(loading, file, isReplaced);
    unmarkUnfinishedSqlite(file);
    syncPath(path.dirname(file));
    return migrationMs;
  }

  async abort({ keepMark }: { keepMark: boolean }): Promise<void> {
    if (this.#connection.isOpen) this.#connection.close();
    removeFile(this.#files.loading);
    if (!keepMark) unmarkUnfinishedSqlite(this.#files.file);
  }
}

/** Drops indexes, which are built ten times as fast from all rows, and triggers, which have run before the backup. */
function dropIndexesAndTriggers(connection: DatabaseSync): string[] {
  const made = connection
    .prepare(
      "select type, name, sql from sqlite_schema where type in ('index', 'trigger') and sql is not null order by type, rowid",
    )
    .all() as { type: string; name: string; sql: string }[];
  for (const { type, name } of made) connection.exec(`drop ${type} ${quote(name)}`);
  return made.map(({ sql }) => sql);
}

/** Fills the index that a trigger fills otherwise. It has no rows of its own that a backup could contain. */
function buildTermIndex(connection: DatabaseSync): void {
  connection.exec('insert into search_term_grams (rowid, term) select id, term from search_terms');
}

function setSequences(connection: DatabaseSync, { tables }: TransferredSchema): void {
  const remove = connection.prepare('delete from sqlite_sequence where name = ?');
  const set = connection.prepare('insert into sqlite_sequence (name, seq) values (?, ?)');
  for (const { name, sequence } of tables) {
    const definition = connection.prepare('select sql from sqlite_schema where name = ?').get(name);
    if (!sequence || !/\bautoincrement\b/i.test(String(definition?.sql))) continue;
    const { newest } = connection
      .prepare(`select coalesce(max(${quote(sequence.column)}), 0) as newest from ${quote(name)}`)
      .get() as { newest: number };
    remove.run(name);
    const last = Math.max(sequence.last, newest);
    if (last > 0) set.run(name, last);
  }
}

function refuseMissingReferences(connection: DatabaseSync): void {
  const broken = connection.prepare('pragma foreign_key_check').get() as
    | { table: string; parent: string }
    | undefined;
  if (!broken) return;
  throw new DatabaseRefused(
    `The backup contradicts itself: a row of ${broken.table} refers to a row of ${broken.parent} that is missing.`,
  );
}

function putInPlace(loading: string, file: string, isReplaced: boolean): void {
  if (existsSync(file)) {
    refuseSqliteTarget(file, isReplaced);
    renameSync(loading, file);
    return;
  }
  setLogAside(file);
  // Unlike a rename, a link fails if another process has made the file in the meantime.
  linkSync(loading, file);
  rmSync(loading);
}
