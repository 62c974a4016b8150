import path from 'node:path';
import { DatabaseRefused } from '../database.ts';
import { openInspection } from '../inspection.ts';
import type { DatabaseAddress } from '../open-database.ts';
import type { Engine, Statement } from '../statements/statement.ts';
import { quote } from './table-schema.ts';

/** An empty database beside the configured one, on the same engine, for one rehearsal. */
export interface ScratchDatabase {
  address: DatabaseAddress;
  drop(): Promise<void>;
}

/** On SQLite a file in the folder, which the caller removes; on PostgreSQL another database of the same server. */
export async function createScratchDatabase(
  address: DatabaseAddress,
  folder: string,
): Promise<ScratchDatabase> {
  if (address.engine === 'sqlite')
    return { address: { engine: 'sqlite', file: path.join(folder, 'docket.db') }, drop: async () => {} };
  const { createScratchPostgres } = await import('./scratch-postgres.ts');
  const { url, drop } = await createScratchPostgres(address.directUrl ?? address.url);
  return { address: { engine: 'postgres', url }, drop };
}

/** Counts the rows of each of these tables. A table that the database has not is not in the answer. */
export async function countTableRows(
  address: DatabaseAddress,
  tables: readonly string[],
): Promise<Map<string, number>> {
  const inspection = await openInspection(address);
  if (!inspection) throw new DatabaseRefused('The database to be counted does not exist.');
  try {
    const { reads } = inspection;
    const known = new Set((await reads.list(tableNames[address.engine], {})).map(({ name }) => name));
    const counts = new Map<string, number>();
    for (const table of tables.filter((name) => known.has(name))) {
      const row = await reads.find(countRows(table), {});
      counts.set(table, Number(row?.n));
    }
    return counts;
  } finally {
    await inspection.close();
  }
}

const countRows = (table: string): Statement<object, { n: number }> => ({
  text: `select count(*) as n from ${quote(table)}`,
});

const tableNames: Record<Engine, Statement<object, { name: string }>> = {
  sqlite: { text: "select name from sqlite_schema where type = 'table'" },
  postgres: {
    text: "select relname as name from pg_class where relkind in ('r', 'p') and relnamespace = current_schema()::regnamespace",
  },
};
