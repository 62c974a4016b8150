import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Database } from './database.ts';
import { migrate } from './migrate.ts';
import { openPostgres } from './postgres-engine.ts';
import { openSqlite } from './sqlite-engine.ts';
import { refuseUnusableFile } from './sqlite-file.ts';

export type DatabaseAddress =
  | { engine: 'sqlite'; file: string }
  | { engine: 'postgres'; url: string; readUrl?: string | undefined };

/** Opens the database, made or brought up to date first. */
export async function openDatabase(address: DatabaseAddress): Promise<Database> {
  if (address.engine === 'sqlite') {
    mkdirSync(path.dirname(address.file), { recursive: true, mode: 0o700 });
    refuseUnusableFile(address.file);
  }
  await migrate(address);
  return address.engine === 'sqlite' ? openSqlite(address.file) : openPostgres(address);
}
