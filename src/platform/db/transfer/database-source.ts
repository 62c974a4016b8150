import type { DatabaseAddress } from '../open-database.ts';
import type { Engine } from '../statements/statement.ts';
import type { Column, Row, TableSchema } from './table-schema.ts';

export interface SourceTable extends TableSchema {
  /** The last number that the engine assigned, for a table whose rows it numbers itself. */
  sequence?: { column: string; last: number };
}

/** A snapshot of a database, read table by table while the server continues to write. */
export interface DatabaseSource {
  readonly engine: Engine;
  /** The last migration that was applied. */
  readonly schema: { step: number; name: string };
  readonly tables: SourceTable[];
  countRows(table: TableSchema): Promise<number>;
  /** Yields batches of rows with the given columns of the table. */
  readRows(table: TableSchema): AsyncIterable<Row[]>;
  /** Yields batches of the rows of a select, whose columns are these. Its text comes from code, never from a user. */
  readSelect(columns: readonly Column[], text: string): AsyncIterable<Row[]>;
  close(): Promise<void>;
}

export interface SourceOptions {
  /** If false, the file is not checked for damage, which takes as long as reading all of it. */
  isChecked?: boolean;
}

/** Opens a source without migrating: a backup before an upgrade must have the old schema. */
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

/** Removes what a thread left that was terminated during a backup. */
export async function removeSourceOfThread(address: DatabaseAddress, threadId: number): Promise<void> {
  if (address.engine !== 'sqlite') return;
  const { removeCopyOfThread } = await import('./sqlite-source.ts');
  removeCopyOfThread(address.file, threadId);
}
