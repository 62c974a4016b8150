import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import type { DatabaseAddress } from '../src/platform/db/index.ts';
import { type EngineName, newDatabase } from '../test/support/engines.ts';
import { startPostgresCluster } from '../test/support/postgres-cluster.ts';

interface BenchDatabase {
  address: DatabaseAddress;
  folder: string;
  remove(): Promise<void>;
}

/** A temporary database and folder. On a configured PostgreSQL server only a new database is used. */
export async function newBenchDatabase(engine: EngineName): Promise<BenchDatabase> {
  const folder = mkdtempSync(path.join(tmpdir(), 'docket-bench-'));
  const removeFolder = async () => rmSync(folder, { recursive: true });
  if (engine === 'sqlite') {
    return {
      address: { engine, file: path.join(folder, 'docket.db') } as const,
      folder,
      remove: removeFolder,
    };
  }
  process.env.TEST_DATABASE_URL = await postgresUrl();
  const database = await newDatabase('postgres');
  return {
    address: database.address,
    folder,
    remove: async () => {
      await database.remove();
      await removeFolder();
    },
  };
}

/** A copy of a database to which nobody is connected. */
export async function copyPostgresDatabase(url: string): Promise<{ url: string; remove(): Promise<void> }> {
  const copy = new URL(url);
  const name = copy.pathname.slice(1);
  copy.pathname = `/${name}_copy`;
  const server = new URL(url);
  server.pathname = '/postgres';
  const runOnServer = (sql: string) => runOn(server.href, sql);
  await runOnServer(`create database ${name}_copy template ${name}`);
  return { url: copy.href, remove: () => runOnServer(`drop database ${name}_copy with (force)`) };
}

/** A database that an earlier run seeded: a folder with a SQLite file, or the address of one on PostgreSQL. It stays. */
export function existingDatabase(place: string): BenchDatabase {
  if (!/^postgres(?:ql)?:/.test(place)) {
    const folder = path.resolve(place);
    return {
      address: { engine: 'sqlite', file: path.join(folder, 'docket.db') },
      folder,
      remove: async () => {},
    };
  }
  const folder = mkdtempSync(path.join(tmpdir(), 'docket-bench-'));
  return {
    address: { engine: 'postgres', url: place },
    folder,
    remove: async () => rmSync(folder, { recursive: true }),
  };
}

/** Does after a bulk load what autovacuum does within minutes: without it, counts along an index read every row. */
export const vacuum = (url: string) => runOn(url, 'vacuum (analyze)');

async function runOn(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(sql).finally(() => client.end());
}

/** Unlike the tests, the benchmark needs a cluster with durable commits. */
const durable = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' };
let cluster: ReturnType<typeof startPostgresCluster> | undefined;

/** The configured server, or a private cluster that ends with this process. */
async function postgresUrl(): Promise<string> {
  const configured = process.env.DATABASE_URL ?? process.env.TEST_DATABASE_URL;
  if (configured) return configured;
  cluster ??= startPostgresCluster(durable);
  const url = (await cluster)?.url;
  if (!url) throw new Error('Set DATABASE_URL: no PostgreSQL server is installed here.');
  return url;
}
