import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe } from 'node:test';
import pg from 'pg';
import {
  type Database,
  type DatabaseAddress,
  openPrepared,
  prepareDatabase,
} from '../../src/platform/db/index.ts';

export interface TestDatabase {
  address: DatabaseAddress;
  remove(): Promise<void>;
}

export type EngineName = 'sqlite' | 'postgres';

/** Both, if `npm test` found or started a PostgreSQL server. It warns if it did not. */
export const engines: EngineName[] = process.env.TEST_DATABASE_URL ? ['sqlite', 'postgres'] : ['sqlite'];

/** Declares the same tests for each engine. */
export function onEveryEngine(subject: string, declareTests: (engine: EngineName) => void): void {
  for (const engine of engines) describe(`${subject} on ${engine}`, () => declareTests(engine));
}

/** A new database without tables. */
export const newDatabase = (engine: EngineName): Promise<TestDatabase> =>
  engine === 'sqlite' ? newSqliteFile() : newPostgresDatabase('template0');

/** A new migrated database, copied from a template: migrating takes longer than many tests. */
export async function newMigratedDatabase(engine: EngineName): Promise<TestDatabase> {
  templates[engine] ??= makeTemplate(engine);
  const template = await templates[engine];
  if (template.engine === 'postgres') return newPostgresDatabase(new URL(template.url).pathname.slice(1));
  return newSqliteFile((file) => copyFileSync(template.file, file));
}

/** An open migrated database, for tests that need no HTTP server. Others use `openWorld`. */
export async function openTestDatabase(
  engine: EngineName,
): Promise<{ db: Database; close(): Promise<void> }> {
  const { address, remove } = await newMigratedDatabase(engine);
  const db = await openPrepared(address);
  return {
    db,
    close: async () => {
      await db.close();
      await remove();
    },
  };
}

const templates: Partial<Record<EngineName, Promise<DatabaseAddress>>> = {};

async function makeTemplate(engine: EngineName): Promise<DatabaseAddress> {
  const { address, remove } = await newDatabase(engine);
  await prepareDatabase(address);
  process.once('beforeExit', remove);
  return address;
}

async function newSqliteFile(fill?: (file: string) => void): Promise<TestDatabase> {
  const folder = mkdtempSync(path.join(tmpdir(), 'docket-test-'));
  const file = path.join(folder, 'docket.db');
  fill?.(file);
  return { address: { engine: 'sqlite', file }, remove: async () => rmSync(folder, { recursive: true }) };
}

let databaseCount = 0;

async function newPostgresDatabase(template: string): Promise<TestDatabase> {
  const name = `docket_${process.pid}_${++databaseCount}`;
  await runOnServer(`create database ${name} template ${template}`);
  const urlAt = (server: string) => Object.assign(new URL(server), { pathname: `/${name}` }).href;
  const direct = urlAt(process.env.TEST_DATABASE_URL as string);
  // test/faults/pgbouncer.fault.ts runs tests with it.
  const pooler = process.env.TEST_POOLER_URL;
  return {
    address: {
      engine: 'postgres',
      ...(pooler ? { url: urlAt(pooler), directUrl: direct } : { url: direct }),
    },
    remove: () => runOnServer(`drop database ${name} with (force)`),
  };
}

let server: pg.Pool | undefined;

/** Runs a statement of the whole server on one shared connection: connecting takes as long as a small test. */
async function runOnServer(sql: string): Promise<void> {
  server ??= connectServer();
  await server.query(sql);
}

function connectServer(): pg.Pool {
  const connectionString = process.env.TEST_DATABASE_URL as string;
  const pool = new pg.Pool({ connectionString, max: 1, idleTimeoutMillis: 0, allowExitOnIdle: true });
  // The cluster may be stopped before this process ends.
  pool.on('error', () => {});
  return pool;
}
