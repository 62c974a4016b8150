import { existsSync, globSync, rmSync, statfsSync, statSync } from 'node:fs';
import path from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { threadId } from 'node:worker_threads';
import { secondMs, systemClock } from '../../clock.ts';
import { isRunning } from '../../is-running.ts';
import { DatabaseRefused } from '../database.ts';
import { offsetFact } from '../postgres/restored-cluster.ts';
import { findDamage } from '../sqlite/damage.ts';
import { refuseUnusableFile, startTimeoutMs } from '../sqlite/file.ts';
import type { DatabaseSource, SourceOptions, SourceTable } from './database-source.ts';
import { readSqliteTables } from './sqlite-catalogue.ts';
import { exactInteger, quote, quoteAll, type Row, type TableSchema } from './table-schema.ts';
import { refuseUnfinishedSqlite } from './unfinished-restore.ts';

const batchBytes = 1024 * 1024;
const everyPage = 2 ** 31 - 1;

/**
 * Reads from a copy of the file. A read transaction over the whole backup would keep the write-ahead log from being
 * shortened, and the checkpointer would make every writer wait for it. The copy is made in one step, which holds a
 * snapshot for a second per 200 MB; in several steps it would start again with each write.
 */
export async function openSqliteSource(
  file: string,
  { isChecked = true }: SourceOptions = {},
): Promise<DatabaseSource> {
  refuseUnfinishedSqlite(file);
  if (!existsSync(file)) throw new DatabaseRefused(`There is no database at ${file}. Check DATA_DIR.`);
  refuseUnusableFile(file);
  const copy = await copyFile(file);
  const connection = new DatabaseSync(copy);
  const close = async () => {
    connection.close();
    removeCopy(copy);
  };
  try {
    connection.exec('pragma journal_mode = delete');
    if (isChecked) refuseDamaged(connection, file);
    const schema = connection
      .prepare('select version as step, name from schema_migrations order by version desc limit 1')
      .get() as { step: number; name: string } | undefined;
    if (!schema) throw new DatabaseRefused(`${file} is not a database of Docket.`);
    return {
      engine: 'sqlite',
      schema: { ...schema },
      tables: readSqliteTables(connection).map((table) => withSequence(connection, table)),
      countRows: async ({ name }) =>
        (connection.prepare(`select count(*) as n from ${quote(name)}`).get() as { n: number }).n,
      readRows: (table) => readRows(connection, table),
      readSelect: (_, text) => readSelect(connection, text),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function copyFile(file: string): Promise<string> {
  removeCopiesOfKilledBackups(file);
  const connection = new DatabaseSync(file, { readOnly: true, timeout: startTimeoutMs });
  const copy = nameOfCopy(file, threadId);
  try {
    refuseFullDisk(connection, file);
    await backup(connection, copy, { rate: everyPage });
  } catch (error) {
    removeCopy(copy);
    throw error;
  } finally {
    connection.close();
  }
  return copy;
}

/** Several threads of a process may each have a copy. */
const nameOfCopy = (file: string, ofThread: number) => `${file}.backup-${process.pid}-${ofThread}`;

export const removeCopyOfThread = (file: string, ofThread: number) => removeCopy(nameOfCopy(file, ofThread));

/** The name contains the process id, so that the copy of a running backup is kept. */
function removeCopiesOfKilledBackups(file: string): void {
  for (const name of globSync(`${path.basename(file)}.backup-*`, { cwd: path.dirname(file) })) {
    const copy = path.join(path.dirname(file), name);
    const id = Number(/\.backup-(\d+)/.exec(name)?.[1]);
    if (!isInUse(copy, id)) rmSync(copy, { force: true });
  }
}

/** In a container every process has the same id, so a copy older than this process belongs to an ended one. */
function isInUse(copy: string, id: number): boolean {
  if (id !== process.pid) return isRunning(id);
  const startedAt = systemClock.now() - process.uptime() * secondMs;
  return (statSync(copy, { throwIfNoEntry: false })?.mtimeMs ?? 0) >= startedAt;
}

function refuseFullDisk(connection: DatabaseSync, file: string): void {
  const { bytes } = connection
    .prepare('select p.page_count * s.page_size as bytes from pragma_page_count() p, pragma_page_size() s')
    .get() as { bytes: number };
  const { bavail, bsize } = statfsSync(path.dirname(file));
  if (bavail * bsize > bytes) return;
  throw new Error(
    `A backup needs ${Math.ceil(bytes / 1e6)} MB of free space in ${path.dirname(file)} while it runs, for a copy of the database.`,
  );
}

function refuseDamaged(connection: DatabaseSync, file: string): void {
  const damage = findDamage(connection);
  if (damage === undefined) return;
  throw new DatabaseRefused(`${file} is damaged (${damage}). It was not backed up: restore an older backup.`);
}

function removeCopy(copy: string): void {
  for (const suffix of ['', '-journal', '-wal', '-shm']) rmSync(copy + suffix, { force: true });
}

function withSequence(connection: DatabaseSync, table: TableSchema): SourceTable {
  const definition = connection.prepare('select sql from sqlite_schema where name = ?').get(table.name);
  const column = /(\w+) integer primary key autoincrement/i.exec(String(definition?.sql))?.[1];
  if (!column) return table;
  const row = connection.prepare('select seq from sqlite_sequence where name = ?').get(table.name);
  return { ...table, sequence: { column, last: Number(row?.seq ?? 0) } };
}

function readRows(connection: DatabaseSync, { name, columns }: TableSchema): AsyncIterable<Row[]> {
  const where = name === 'instance_facts' ? `where name <> '${offsetFact}'` : '';
  return readSelect(connection, `select ${quoteAll(columns)} from ${quote(name)} ${where}`);
}

async function* readSelect(connection: DatabaseSync, text: string): AsyncIterable<Row[]> {
  const statement = connection.prepare(text);
  statement.setReadBigInts(true);
  statement.setReturnArrays(true);
  let batch: Row[] = [];
  let bytes = 0;
  for (const row of statement.iterate() as Iterable<unknown> as Iterable<Row>) {
    for (const [index, cell] of row.entries()) {
      if (typeof cell === 'bigint') row[index] = exactInteger(cell);
      else if (cell !== null && typeof cell !== 'number') bytes += (cell as string | Uint8Array).length;
    }
    bytes += 8 * row.length;
    batch.push(row);
    if (bytes < batchBytes) continue;
    yield batch;
    batch = [];
    bytes = 0;
  }
  if (batch.length > 0) yield batch;
}
