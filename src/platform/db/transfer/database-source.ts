import type { DatabaseAddress } from '../open-database.ts';
import type { Engine } from '../statements/statement.ts';
import type { Column, Row, TableSchema } from './table-schema.ts';

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
  /** Batches of the rows of a select, whose columns are these in this order. Its text comes from code, never from a user. */
  readSelect(columns: readonly Column[], text: string): AsyncIterable<Row[]>;
  close(): Promise<void>;
}

export interface SourceOptions {
  /** False: a damaged file is not looked for, which takes as long as reading all of it. */
  isChecked?: boolean;
}

/** It does not migrate: the backup before an upgrade is one of the old schema. */
export async function openDatabaseSource(
  address: DatabaseAddress,
  options: SourceOptions = {},
): Promise<DatabaseSource> {
  if (address.engine === 'sqlite') {
    const { openSqliteSource } = await import('./sqlite-source.ts');
    return openSqliteSource(address.file, options);
  }
  const { openPostgresSource } = await import('./postgres-source.ts');
  return openPostgresSource(address.directUrl ?? address.url);
}

/** Removes what a thread that was ended while it read left behind. */
export async function removeSourceOfThread(address: DatabaseAddress, threadId: number): Promise<void> {
  if (address.engine !== 'sqlite') return;
  const { removeCopyOfThread } = await import('./sqlite-source.ts');
  removeCopyOfThread(address.file, threadId);
}
