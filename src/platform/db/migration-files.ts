import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import type { Engine } from './statement.ts';

export interface Migration {
  version: number;
  name: string;
  sql: string;
}

const folder = new URL('../../../migrations/', import.meta.url);
const fileName = /^(\d{4})-([a-z0-9-]+)(?:\.(sqlite|postgres))?\.sql$/;

/** `0003-tickets.sql` serves both engines; `0004-events.sqlite.sql` and `0004-events.postgres.sql` one each. */
export function readMigrations(engine: Engine): Migration[] {
  const migrations = readdirSync(folder)
    .map((file) => ({ file, match: fileName.exec(file) }))
    .filter(({ match }) => match && (match[3] === undefined || match[3] === engine))
    .map(({ file, match }) => ({
      version: Number(match?.[1]),
      name: match?.[2] as string,
      sql: forEngine(readFileSync(new URL(file, folder), 'utf8'), engine),
    }))
    .sort((a, b) => a.version - b.version);
  for (const [index, { version, name }] of migrations.entries()) {
    if (version !== index + 1)
      throw new Error(`migration ${name} has number ${version}, expected ${index + 1}`);
  }
  return migrations;
}

/** The migrations of this installation that differ from those that were released, or are missing. */
export function findChangedMigrations(): string[] {
  const lines = readFileSync(new URL('checksums.txt', folder), 'utf8').trim().split('\n');
  const files = new Set(readdirSync(folder));
  return lines
    .map((line) => line.split(/\s+/) as [hash: string, file: string])
    .filter(([hash, file]) => !files.has(file) || sha256(file) !== hash)
    .map(([, file]) => file);
}

const sha256 = (file: string) =>
  createHash('sha256')
    .update(readFileSync(new URL(file, folder)))
    .digest('hex');

/** `/*sqlite without rowid*\/` is SQL for SQLite and a comment for PostgreSQL. */
const forEngine = (sql: string, engine: Engine) =>
  engine === 'sqlite' ? sql.replace(/\/\*sqlite (.+?)\*\//g, '$1') : sql;
