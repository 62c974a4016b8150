import type { Database } from './database.ts';
import { postgresSize } from './postgres/size.ts';
import { sqliteSize } from './sqlite/size.ts';

export const readDatabaseBytes = async ({ engine, reads }: Pick<Database, 'engine' | 'reads'>) =>
  (await reads.find(engine === 'sqlite' ? sqliteSize : postgresSize, {}))?.bytes ?? 0;
