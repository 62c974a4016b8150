import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type EngineName, newDatabase } from '../test/support/engines.ts';
import { startPostgresCluster } from '../test/support/postgres-cluster.ts';

/** A database and a folder that are gone afterwards. Of a PostgreSQL that was given, only a new database is used. */
export async function newBenchDatabase(engine: EngineName) {
  const folder = mkdtempSync(path.join(tmpdir(), 'docket-bench-'));
  const removeFolder = () => rmSync(folder, { recursive: true });
  if (engine === 'sqlite') {
    return {
      address: { engine, file: path.join(folder, 'docket.db') } as const,
      folder,
      remove: removeFolder,
    };
  }
  const given = process.env.DATABASE_URL ?? process.env.TEST_DATABASE_URL;
  const cluster = given ? undefined : await startPostgresCluster();
  process.env.TEST_DATABASE_URL = given ?? cluster?.url;
  if (!process.env.TEST_DATABASE_URL)
    throw new Error('Set DATABASE_URL: no PostgreSQL server is installed here.');
  const database = await newDatabase('postgres');
  return {
    address: database.address,
    folder,
    remove: async () => {
      await database.remove();
      await cluster?.stop();
      removeFolder();
    },
  };
}
