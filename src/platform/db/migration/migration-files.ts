import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import type { Engine } from '../statements/statement.ts';

export interface Migration {
  version: number;
  name: string;
  sql: string;
  /** Processes that know this step or a later one may continue after the migration. */
  servesFrom: number;
}

/**
 * Declares whether processes of older versions may continue after a migration: `-- compatible: since 0071` names the
 * oldest step that they must know; `-- compatible: no`, like a missing declaration, requires them to end first.
 */
const declaration = /^-- compatible: (?:since (\d{4})|no)$/m;

const folder = new URL('../../../../migrations/', import.meta.url);
const fileName = /^(\d{4})-([a-z0-9-]+)(?:\.(sqlite|postgres))?\.sql$/;

/** The newest schema step that this version knows. */
export const newestStep = (engine: Engine): number =>
  new Set(
    readdirSync(folder).flatMap((file) => {
      const [, version, , only = engine] = fileName.exec(file) ?? [];
      return version !== undefined && only === engine ? [version] : [];
    }),
  ).size;

/** `0003-tickets.sql` is for both engines; `0004-events.sqlite.sql` and `0004-events.postgres.sql` are for one each. */
export function readMigrations(engine: Engine): Migration[] {
  const migrations = readdirSync(folder)
    .map((file) => ({ file, match: fileName.exec(file) }))
    .filter(({ match }) => match && (match[3] === undefined || match[3] === engine))
    .map(({ file, match }) => newMigration(match as RegExpExecArray, readSql(file, engine)))
    .sort((a, b) => a.version - b.version);
  for (const [index, { version, name }] of migrations.entries()) {
    if (version !== index + 1)
      throw new Error(`migration ${name} has number ${version}, expected ${index + 1}`);
  }
  return migrations;
}

/** The tables from which a migration after this step deletes rows. */
export const tablesShortenedAfter = (engine: Engine, step: number): Set<string> =>
  new Set(
    readMigrations(engine)
      .slice(step)
      .flatMap(({ sql }) => [...sql.matchAll(/\bdelete\s+from\s+(\w+)/gi)].map(([, table = '']) => table)),
  );

function newMigration([, version, name = '']: RegExpExecArray, sql: string): Migration {
  const since = declaration.exec(sql)?.[1];
  return { version: Number(version), name, sql, servesFrom: Number(since ?? version) };
}

const readSql = (file: string, engine: Engine) =>
  forEngine(readFileSync(new URL(file, folder), 'utf8'), engine);

/** Lists the migrations after this step that do not declare whether they are compatible. */
export const findUndeclaredMigrations = (after: number): string[] =>
  readdirSync(folder).filter((file) => {
    const version = Number(fileName.exec(file)?.[1]);
    return version > after && !declaration.test(readFileSync(new URL(file, folder), 'utf8'));
  });

/** Lists the migrations that are missing in this installation or differ from the released ones. */
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
