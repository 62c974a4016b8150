import { accessSync, constants, existsSync } from 'node:fs';
import path from 'node:path';
import { makePrivateFolder } from '../private-folder.ts';
import type { Database } from './database.ts';
import { type AppliedMigration, migrate, type UpgradeListener } from './migration/migrate.ts';
import { watchingSchema } from './migration/schema-watch.ts';
import type { PostgresAddress } from './postgres/engine.ts';
import { type Durability, openSqlite } from './sqlite/engine.ts';
import { refuseUnusableFile } from './sqlite/file.ts';
import { createSqliteFile } from './sqlite/new-file.ts';
import { watchingWrites } from './write-health.ts';

export type DatabaseAddress =
  /** With `jobsPerCommit: 1` every transaction commits on its own; the bench compares group commit with it. */
  | { engine: 'sqlite'; file: string; jobsPerCommit?: number; durability?: Durability }
  | ({ engine: 'postgres' } & PostgresAddress);

/** Creates or migrates the database, then opens it. */
export async function openDatabase(address: DatabaseAddress, onUpgrade?: UpgradeListener): Promise<Database> {
  await prepareDatabase(address, onUpgrade);
  return watchingSchema(await openPrepared(address));
}

/** Opens a database that this process has prepared already, for example in another thread. */
export async function openPrepared(address: DatabaseAddress): Promise<Database> {
  if (address.engine === 'sqlite') return watchingWrites(openSqlite(address));
  // The driver is loaded only if PostgreSQL is used.
  const { openPostgres } = await import('./postgres/engine.ts');
  return watchingWrites(await openPostgres(address));
}

/**
 * Creates or migrates the database and returns the applied migrations. With `isNew`, a SQLite file is created even if
 * the folder has files of another instance.
 */
export async function prepareDatabase(
  address: DatabaseAddress,
  onUpgrade?: UpgradeListener,
  { isNew = false } = {},
): Promise<AppliedMigration[]> {
  if (address.engine === 'sqlite') {
    const folder = path.dirname(address.file);
    makePrivateFolder(folder);
    // SQLite reports "unable to open" both for missing permissions and for a damaged file; the system names the reason.
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    if (!existsSync(address.file)) {
      const applied = createSqliteFile(address.file, isNew);
      if (applied) return applied;
    }
    accessSync(address.file, constants.R_OK | constants.W_OK);
    refuseUnusableFile(address.file);
  }
  return migrate(address, onUpgrade);
}
