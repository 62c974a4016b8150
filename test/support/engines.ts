import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import {
  type Database,
  type DatabaseAddress,
  openPrepared,
  prepareDatabase,
} from '../../src/platform/db/index.ts';
import { isDue, today } from './rotation.ts';

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

// Longer than any rotation within such tests, so that each case meets each engine.
const daysOfAnEngine = 4;

/** The same for rules that do not depend on the engine: `npm test` runs them on one, which changes every four days. */
export function onEngineOfToday(subject: string, declareTests: (engine: EngineName) => void): void {
  for (const [index, engine] of engines.entries())
    if (isDue(index, engines.length, Math.floor(today / daysOfAnEngine)))
      describe(`${subject} on ${engine}`, () => declareTests(engine));
}

/** A new database without tables. */
export const newDatabase = (engine: EngineName, parent = tmpdir()): Promise<TestDatabase> =>
  engine === 'sqlite' ? newSqliteFile(parent) : newPostgresDatabase('template0');

/** A new migrated database, copied from a template: migrating takes longer than many tests. */
export async function newMigratedDatabase(engine: EngineName): Promise<TestDatabase> {
  templates[engine] ??= findTemplate(engine);
  const template = await templates[engine];
  if (template.engine === 'postgres') return newPostgresDatabase(new URL(template.url).pathname.slice(1));
  return newSqliteFile(tmpdir(), (file) => copyFileSync(template.file, file));
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

const pollMs = 20;
const templates: Partial<Record<EngineName, Promise<DatabaseAddress>>> = {};

/** The processes of `npm test` share one template of each engine. */
async function findTemplate(engine: EngineName): Promise<DatabaseAddress> {
  const folder = process.env.TEST_TEMPLATES;
  if (!folder) {
    const { address, remove } = await makeTemplate(engine);
    process.once('beforeExit', remove);
    return address;
  }
  const made = path.join(folder, `${engine}.json`);
  try {
    writeFileSync(`${made}.claimed`, '', { flag: 'wx' });
  } catch {
    while (!existsSync(made)) await delay(pollMs);
    return JSON.parse(readFileSync(made, 'utf8'));
  }
  const { address } = await makeTemplate(engine, folder);
  writeFileSync(`${made}.written`, JSON.stringify(address));
  renameSync(`${made}.written`, made);
  return address;
}

async function makeTemplate(engine: EngineName, parent?: string): Promise<TestDatabase> {
  const template = await newDatabase(engine, parent);
  await prepareDatabase(template.address);
  return template;
}

async function newSqliteFile(parent: string, fill?: (file: string) => void): Promise<TestDatabase> {
  const folder = mkdtempSync(path.join(parent, 'docket-test-'));
  const file = path.join(folder, 'docket.db');
  fill?.(file);
  return { address: { engine: 'sqlite', file }, remove: async () => rmSync(folder, { recursive: true }) };
}

let databaseCount = 0;

async function newPostgresDatabase(template: string): Promise<TestDatabase> {
  const name = `docket_${process.pid}_${++databaseCount}`;
  await runOnServer(`create database ${name} template ${template}${await copyStrategy()}`);
  const urlAt = (server: string) => Object.assign(new URL(server), { pathname: `/${name}` }).href;
  const direct = urlAt(process.env.TEST_DATABASE_URL as string);
  // test/faults/pgbouncer.fault.ts runs tests with it.
  const pooler = process.env.TEST_POOLER_URL;
  return {
    address: {
      engine: 'postgres',
      ...(pooler ? { url: urlAt(pooler), directUrl: direct } : { url: direct }),
    },
    remove: async () => void (await runOnServer(`drop database ${name} with (force)`)),
  };
}

let strategy: Promise<string> | undefined;

/** Copying the files takes half the time of the default, which PostgreSQL 15 brought with the choice. */
const copyStrategy = (): Promise<string> => {
  strategy ??= runOnServer('show server_version_num').then(({ rows: [row] }) =>
    Number(row.server_version_num) >= 150_000 ? ' strategy file_copy' : '',
  );
  return strategy;
};

let server: pg.Pool | undefined;

/** Runs a statement of the whole server on one shared connection: connecting takes as long as a small test. */
async function runOnServer(sql: string): Promise<pg.QueryResult> {
  server ??= connectServer();
  return server.query(sql);
}

function connectServer(): pg.Pool {
  const connectionString = process.env.TEST_DATABASE_URL as string;
  const pool = new pg.Pool({ connectionString, max: 1, idleTimeoutMillis: 0, allowExitOnIdle: true });
  // The cluster may be stopped before this process ends.
  pool.on('error', () => {});
  return pool;
}
