import type { Database } from './database.ts';
import { dynamicStatement } from './statements/statement.ts';

/** Updates PostgreSQL's planner statistics of these tables. SQLite plans by the indexes alone. The names come from code. */
export async function refreshStatistics(db: Database, tables: readonly string[]): Promise<void> {
  if (db.engine === 'sqlite') return;
  await db.transaction((tx) => tx.run(dynamicStatement(`analyze ${tables.join(', ')}`), {}));
}
