import type { Database } from './database.ts';
import { statement } from './statements/statement.ts';

const sizes = {
  postgres: statement<object, { bytes: number }>('select pg_database_size(current_database()) as bytes'),
  /** The size without the write-ahead log, which stays under 64 MB. */
  sqlite: statement<object, { bytes: number }>(
    'select p.page_count * s.page_size as bytes from pragma_page_count() p, pragma_page_size() s',
  ),
};

export const readDatabaseBytes = async ({ engine, reads }: Pick<Database, 'engine' | 'reads'>) =>
  (await reads.find(sizes[engine], {}))?.bytes ?? 0;
