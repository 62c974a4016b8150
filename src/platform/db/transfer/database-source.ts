import type { DatabaseAddress } from '../open-database.ts';
import type { Engine } from '../statement.ts';
import type { Row, TableSchema } from './table-schema.ts';

export interface SourceTable extends TableSchema {
  /** The last number that the engine gave to a row, where it numbers them itself. */
  sequence?: { column: string; last: number };
}

/** One consistent state of a database, read table by table while the server goes on writing. */
export interface DatabaseSource {
  readonly engine: Engine;
  /** The last migration that was applied. */
  readonly schema: { step: number; name: string };
  readonly tables: SourceTable[];
  countRows(table: TableSchema): Promise<number>;
  /** Batches of rows with the given columns of the table. */
  readRows(table: TableSchema): AsyncIterable<Row[]>;
  close(): Promise<void>;
}

/** It does not migrate: the backup before an upgrade is one of the old schema. */
export async function openDatabaseSource(address: DatabaseAddress): Promise<DatabaseSource> {
  if (address.engine === 'sqlite') {
    const { openSqliteSource } = await import('./sqlite-source.ts');
    return openSqliteSource(address.file);
  }
  const { openPostgresSource } = await import('./postgres-source.ts');
  return openPostgresSource(address.directUrl ?? address.url);
}
