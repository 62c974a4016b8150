import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs';
import path from 'node:path';
import { isRunning } from '../../is-running.ts';
import { DatabaseRefused } from '../database.ts';
import { type AppliedMigration, migrateSqlite } from '../migration/migrate.ts';
import { refuseUnfinishedSqlite } from '../transfer/unfinished-restore.ts';

/**
 * Makes the database of a new instance: in a file beside it, which gets its name when it is complete. What an instance
 * stores besides its database is created later, so a first start that is killed leaves nothing that `refuseLostFile`
 * would take for an instance. Returns undefined if another process has made the file meanwhile.
 */
export function createSqliteFile(file: string, isNew: boolean): AppliedMigration[] | undefined {
  refuseUnfinishedSqlite(file);
  if (isNew) setLogAside(file);
  else refuseLostFile(file);
  removeLeftovers(file);
  const draft = draftOf(file, process.pid);
  try {
    const applied = migrateSqlite(draft, {});
    syncPath(draft);
    const isFirst = giveName(draft, file);
    syncPath(path.dirname(file));
    return isFirst ? applied : undefined;
  } finally {
    removeFile(draft);
  }
}

/** Refuses a folder without a database that holds what belongs to one: a new instance in it would be taken for the old one. */
export function refuseLostFile(file: string): void {
  if (existsSync(file)) return;
  const traces = findTraces(file);
  if (traces.length === 0) return;
  throw new DatabaseRefused(
    `${file} is missing, but ${traces.join(', ')} beside it belong to an instance. Nothing was created. ` +
      'Put the file back or run "docket restore" with the last backup; if the instance uses PostgreSQL, set DATABASE_URL. ' +
      'To begin a new, empty instance in this folder, run "docket migrate --new".',
  );
}

/** An empty folder may be one that was made for Docket, such as the mount point of a volume. */
function findTraces(file: string): string[] {
  const folder = path.dirname(file);
  const isThere = (name: string) => existsSync(path.join(folder, name));
  const isFilled = (name: string) => isThere(name) && readdirSync(path.join(folder, name)).length > 0;
  const database = path.basename(file);
  return [
    ...[`${database}-wal`, 'secrets.key'].filter(isThere),
    ...['files', 'backups'].filter(isFilled).map((name) => `${name}/`),
  ];
}

/** SQLite would play the log of a lost database into a new one of the same name. It is kept: it may hold the last changes. */
export function setLogAside(file: string): void {
  const log = `${file}-wal`;
  rmSync(`${file}-shm`, { force: true });
  if (!existsSync(log)) return;
  let number = 1;
  while (existsSync(`${log}.lost-${number}`)) number++;
  renameSync(log, `${log}.lost-${number}`);
}

const draftOf = (file: string, pid: number) => `${file}.new-${pid}`;

/** What starts that were killed have left. */
function removeLeftovers(file: string): void {
  const prefix = `${path.basename(file)}.new-`;
  for (const name of readdirSync(path.dirname(file))) {
    const pid = Number(/^\d+/.exec(name.startsWith(prefix) ? name.slice(prefix.length) : '')?.[0]);
    if (pid && (pid === process.pid || !isRunning(pid))) removeFile(draftOf(file, pid));
  }
}

/** Returns false if the file exists. Unlike a rename, a link does not replace a file that another process has made. */
function giveName(draft: string, file: string): boolean {
  try {
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    // Some file systems have no links.
    renameSync(draft, file);
  }
  return true;
}

/** A file or a folder. Windows cannot sync a folder, and need not. */
export function syncPath(name: string): void {
  try {
    const descriptor = openSync(name, 'r');
    fsyncSync(descriptor);
    closeSync(descriptor);
  } catch (error) {
    if (process.platform !== 'win32') throw error;
  }
}

export function removeFile(file: string): void {
  for (const suffix of ['', '-journal', '-wal', '-shm']) rmSync(file + suffix, { force: true });
}
