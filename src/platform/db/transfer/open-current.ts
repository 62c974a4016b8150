import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import type { Database } from '../database.ts';
import { readMigrations } from '../migration/migration-files.ts';
import { type DatabaseAddress, openPrepared } from '../open-database.ts';

/** Opens a database without migrating. Returns undefined if its schema is not the newest, or it cannot be read. */
export async function openCurrentDatabase(address: DatabaseAddress): Promise<Database | undefined> {
  const step =
    address.engine === 'sqlite' ? readSqliteStep(address.file) : await readPostgresStep(address.url);
  return step === readMigrations(address.engine).length ? openPrepared(address) : undefined;
}

const newestStep = 'select max(version) as step from schema_migrations';

function readSqliteStep(file: string): number | undefined {
  if (!existsSync(file)) return undefined;
  try {
    const connection = new DatabaseSync(file, { readOnly: true });
    try {
      return connection.prepare(newestStep).get()?.step as number;
    } finally {
      connection.close();
    }
  } catch {
    return undefined;
  }
}

async function readPostgresStep(url: string): Promise<number | undefined> {
  const { connectForTransfer } = await import('./postgres-connection.ts');
  const client = await connectForTransfer(url);
  try {
    return (await client.query<{ step: number }>(newestStep)).rows[0]?.step;
  } catch {
    return undefined;
  } finally {
    await client.end();
  }
}
