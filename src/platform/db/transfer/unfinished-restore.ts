import { closeSync, existsSync, fsyncSync, openSync, rmSync, writeFileSync } from 'node:fs';
import type pg from 'pg';
import { DatabaseRefused } from '../database.ts';

/**
 * Marks a database into which a restore runs, or did not finish. Docket refuses to start on it: it would start with an
 * empty database, and the first person to sign up would become administrator.
 */
const markerTable = 'restore_unfinished';

const markerFile = (file: string) => `${file}.restore-unfinished`;

export function markUnfinishedSqlite(file: string): void {
  const marker = markerFile(file);
  writeFileSync(marker, 'docket restore removes this file when it has finished.\n', { mode: 0o600 });
  const descriptor = openSync(marker, 'r');
  fsyncSync(descriptor);
  closeSync(descriptor);
}

export const unmarkUnfinishedSqlite = (file: string) => rmSync(markerFile(file), { force: true });

export function refuseUnfinishedSqlite(file: string): void {
  const marker = markerFile(file);
  if (existsSync(marker)) throw unfinished(file, `delete ${marker}`);
}

export async function markUnfinishedPostgres(client: pg.ClientBase): Promise<void> {
  await client.query(
    `create table if not exists ${markerTable} (started_at timestamptz not null default now())`,
  );
}

export async function unmarkUnfinishedPostgres(client: pg.ClientBase): Promise<void> {
  await client.query(`drop table if exists ${markerTable}`);
}

export async function refuseUnfinishedPostgres(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ found: boolean }>(
    `select to_regclass('${markerTable}') is not null as found`,
  );
  if (rows[0]?.found) throw unfinished('this database', `run "drop table ${markerTable}" in it`);
}

const unfinished = (what: string, remedy: string) =>
  new DatabaseRefused(
    `A restore into ${what} is running or did not finish. Run "docket restore" again, with --replace if it asks for it. ` +
      `To keep what was there before the restore instead, ${remedy}.`,
  );
