import { accessSync, constants, existsSync } from 'node:fs';
import path from 'node:path';
import { makePrivateFolder } from '../private-folder.ts';
import type { Database } from './database.ts';
import { type AppliedMigration, migrate, type UpgradeListener } from './migrate.ts';
import { type Durability, openSqlite } from './sqlite-engine.ts';
import { refuseUnusableFile } from './sqlite-file.ts';

export type DatabaseAddress =
  /** With `jobsPerCommit: 1` every change commits on its own, to measure what sharing commits gains. */
  | { engine: 'sqlite'; file: string; jobsPerCommit?: number; durability?: Durability }
  | { engine: 'postgres'; url: string; readUrl?: string | undefined };

/** Opens the database, made or brought up to date first. */
export async function openDatabase(address: DatabaseAddress, onUpgrade?: UpgradeListener): Promise<Database> {
  await prepareDatabase(address, onUpgrade);
  return openPrepared(address);
}

/** For another thread of a process that has prepared it. */
export async function openPrepared(address: DatabaseAddress): Promise<Database> {
  if (address.engine === 'sqlite') return openSqlite(address);
  // The driver is read from the disk only where PostgreSQL runs.
  const { openPostgres } = await import('./postgres-engine.ts');
  return openPostgres(address);
}

/** Makes the database or brings it up to date; answers the steps that were still to do. */
export async function prepareDatabase(
  address: DatabaseAddress,
  onUpgrade?: UpgradeListener,
): Promise<AppliedMigration[]> {
  if (address.engine === 'sqlite') {
    const folder = path.dirname(address.file);
    makePrivateFolder(folder);
    // SQLite says "unable to open" for this, as it does for a damaged file; the system names the reason.
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    if (existsSync(address.file)) accessSync(address.file, constants.R_OK | constants.W_OK);
    refuseUnusableFile(address.file);
  }
  return migrate(address, onUpgrade);
}
