import { type Database, openDatabase } from '../platform/db/index.ts';
import type { Surroundings } from './command.ts';
import { sayUpgrade } from './say-upgrade.ts';

/** Opens the configured database for one piece of work. A server may run on it at the same time. */
export async function withDatabase<T>(
  { config }: Surroundings,
  work: (db: Database) => Promise<T>,
): Promise<T> {
  const db = await openDatabase(config.database, sayUpgrade);
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}
