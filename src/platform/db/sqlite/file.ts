import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { DatabaseRefused, DatabaseUnavailable } from '../database.ts';
import { findDamage } from './damage.ts';
import { findFullDisk, isSqliteBusy } from './errors.ts';
import { pauseThread } from './pause-thread.ts';
import { findKilledProcess } from './presence.ts';

/** "DOCK" in ASCII: marks the file as a database of Docket. */
export const applicationId = 0x44_4f_43_4b;

// Checking every page of a larger file would exceed the 2 s that a start may take.
export const wholeCheckBytesMax = 64 * 1024 * 1024;

/** The size to which SQLite truncates the log file when the log restarts. */
export const logBytesMax = 64 * 1024 * 1024;

/** How long a starting process waits for another one that prepares the same file. */
export const startTimeoutMs = 30_000;

const firstPageTimeoutMs = 2_000;

/** Inspects an existing file without changing it, and refuses it if it is not an intact database of Docket. */
export function refuseUnusableFile(file: string, { checksPages = true } = {}): void {
  const size = databaseFileSize(file);
  if (size === undefined) return;
  if (size === 0) throw damaged(file, 'it is empty');
  if (!startsLikeSqlite(file)) throw notOurs(file, 'is not a SQLite database');
  try {
    inspect(file, checksPages && size <= wholeCheckBytesMax);
  } catch (error) {
    if (error instanceof DatabaseRefused) throw error;
    if (isSqliteBusy(error))
      throw new DatabaseUnavailable('another process holds the database', { cause: error });
    throw findFullDisk(file, error) ?? damaged(file, (error as Error).message);
  }
}

/** Another process may have created the file just now; it writes the first page at once. */
function databaseFileSize(file: string): number | undefined {
  const deadline = performance.now() + firstPageTimeoutMs;
  for (;;) {
    const size = statSync(file, { throwIfNoEntry: false })?.size;
    if (size !== 0 || performance.now() > deadline) return size;
    pauseThread(20);
  }
}

function startsLikeSqlite(file: string): boolean {
  const head = Buffer.alloc(16);
  const descriptor = openSync(file, 'r');
  readSync(descriptor, head, 0, 16, 0);
  closeSync(descriptor);
  return head.toString('latin1') === 'SQLite format 3\0';
}

function inspect(file: string, checksPages: boolean): void {
  const connection = new DatabaseSync(file, { readOnly: true, timeout: startTimeoutMs });
  try {
    const pragma = (name: string) => Object.values(connection.prepare(`pragma ${name}`).get() ?? {})[0];
    const tables = connection.prepare('select count(*) as n from sqlite_schema').get()?.n;
    if (tables !== 0 && pragma('application_id') !== applicationId) {
      throw notOurs(file, 'belongs to another program');
    }
    if (checksPages) {
      const damage = findDamage(connection);
      if (damage !== undefined) throw damaged(file, damage);
    }
  } finally {
    connection.close();
  }
}

function notOurs(file: string, what: string): DatabaseRefused {
  return new DatabaseRefused(`${file} ${what}. Point DATA_DIR to another folder, or move that file away.`);
}

const damaged = (file: string, how: string) => new DatabaseRefused(damagedFile(file, how));

/** Reports a damaged file to the operator. */
export const damagedFile = (file: string, how: string) =>
  `${file} is damaged (${how}). It was left untouched: copy it aside, then restore a backup, ` +
  `or rescue what it holds with "sqlite3 docket.db .recover".${describeLastEnd(file)}`;

function describeLastEnd(file: string): string {
  return findKilledProcess(file)
    ? ' The process that used it last was killed, or ended by the system, which sends SIGBUS if a file is cut off while it is in use.'
    : '';
}
