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
 * Creates the database of a new instance under a temporary name and renames it when it is complete. The other files of
 * an instance are created later, so a first start that is killed leaves nothing that `refuseLostFile` would mistake for
 * an instance. Returns undefined if another process has created the file meanwhile.
 */
export function createSqliteFile(file: string, isNew: boolean): AppliedMigration[] | undefined {
  refuseUnfinishedSqlite(file);
  if (isNew) setLogAside(file);
  else refuseLostFile(file);
  removeLeftovers(file);
  const draft = draftName(file, process.pid);
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

/** Refuses a folder with files of an instance but no database: a new instance there would look like the old one. */
export function refuseLostFile(file: string): void {
  if (existsSync(file)) return;
  const traces = findTraces(file);
  if (traces.length === 0) return;
  throw new DatabaseRefused(
    `${file} is missing, but ${traces.join(', ')} in its folder belong to an instance. Nothing was created. ` +
      'Put the file back or run "docket restore" with the last backup; if the instance uses PostgreSQL, set DATABASE_URL. ' +
      'To begin a new, empty instance in this folder, run "docket migrate --new".',
  );
}

/** Ignores empty folders, which may have been made for Docket, such as the mount point of a volume. */
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

/** Renames the log of a lost database: it may have the last changes, and SQLite would replay it into a new file. */
export function setLogAside(file: string): void {
  const log = `${file}-wal`;
  rmSync(`${file}-shm`, { force: true });
  if (!existsSync(log)) return;
  let number = 1;
  while (existsSync(`${log}.lost-${number}`)) number++;
  renameSync(log, `${log}.lost-${number}`);
}

const draftName = (file: string, pid: number) => `${file}.new-${pid}`;

/** Removes the drafts of starts that were killed. */
function removeLeftovers(file: string): void {
  const prefix = `${path.basename(file)}.new-`;
  for (const name of readdirSync(path.dirname(file))) {
    const pid = Number(/^\d+/.exec(name.startsWith(prefix) ? name.slice(prefix.length) : '')?.[0]);
    if (pid && (pid === process.pid || !isRunning(pid))) removeFile(draftName(file, pid));
  }
}

/** Returns false if the file exists. Unlike a rename, a link does not replace a file that another process has created. */
function giveName(draft: string, file: string): boolean {
  try {
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    // Some file systems do not support links.
    renameSync(draft, file);
  }
  return true;
}

/** Syncs a file or a folder. Windows cannot sync a folder, and need not. */
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
