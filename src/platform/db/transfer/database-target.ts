import { DatabaseRefused } from '../database.ts';
import { readMigrations } from '../migration/migration-files.ts';
import type { DatabaseAddress } from '../open-database.ts';
import type { Engine } from '../statements/statement.ts';
import { type Column, isEventTransaction, type Row, type TableSchema } from './table-schema.ts';

/** What a backup states about its database. */
export interface TransferredSchema {
  engine: Engine;
  schema: { step: number; name: string };
  tables: (TableSchema & { sequence?: { column: string; last: number } | undefined })[];
}

/** An empty database with the schema of the backup. Nobody can use it until `finish` has succeeded. */
export interface DatabaseTarget {
  insert(table: string, columns: readonly Column[], rows: Row[]): Promise<void>;
  /**
   * Builds the indexes, migrates to the newest schema and puts the database in its place. Returns the milliseconds that
   * the migration took.
   */
  finish(): Promise<number>;
  /** Discards the target. The database that was there before stays. */
  abort(options: { keepMark: boolean }): Promise<void>;
}

/** Refuses a backup whose schema this Docket does not know, before anything is written. */
export function refuseUnknownSchema({ engine, schema }: Pick<TransferredSchema, 'engine' | 'schema'>): void {
  const known = readMigrations(engine);
  if (schema.step > known.length) {
    throw new DatabaseRefused(
      `The backup was made by a newer Docket (schema ${schema.step}, this one knows up to ${known.length}). ` +
        'Install that version or a newer one, and restore with it.',
    );
  }
  if (known[schema.step - 1]?.name !== schema.name) {
    throw new DatabaseRefused(
      `The backup has the schema step ${schema.step} "${schema.name}", which this Docket does not know. ` +
        'Restore it with the version that made it.',
    );
  }
}

/** Refuses a database that a server uses, and one that has data unless it is to be replaced. */
export async function refuseTargetInUse(address: DatabaseAddress, isReplaced: boolean): Promise<void> {
  if (address.engine === 'sqlite') {
    const { refuseSqliteTarget } = await import('./sqlite-target.ts');
    refuseSqliteTarget(address.file, isReplaced);
  } else {
    const { refusePostgresTarget } = await import('./postgres-target.ts');
    await refusePostgresTarget(address.directUrl ?? address.url, isReplaced);
  }
}

export async function openDatabaseTarget(
  address: DatabaseAddress,
  source: TransferredSchema,
  isReplaced: boolean,
): Promise<DatabaseTarget> {
  if (address.engine === 'sqlite') {
    const { openSqliteTarget } = await import('./sqlite-target.ts');
    return openSqliteTarget(address.file, source, isReplaced);
  }
  const { openPostgresTarget } = await import('./postgres-target.ts');
  return openPostgresTarget(address.directUrl ?? address.url, source, isReplaced);
}

/** Refuses names in a backup that the new database does not have, before they become part of SQL. */
export function refuseOtherTables(source: TransferredSchema, target: TableSchema[]): void {
  const known = describeTables(target);
  const given = describeTables(source.tables);
  const differing = known.symmetricDifference(given);
  if (differing.size === 0) return;
  throw new DatabaseRefused(
    `The backup does not fit its schema step ${source.schema.step}: ${[...differing].slice(0, 5).join(', ')} is in one of them only.`,
  );
}

const describeTables = (tables: TableSchema[]) =>
  new Set(
    tables.flatMap((table) =>
      table.columns
        .filter((column) => !isEventTransaction(table.name, column.name))
        .map((column) => `${table.name}.${column.name} (${column.type})`),
    ),
  );

/** True for the tables in which readers of the event log store their position: all tables with these two columns. */
export const isEventCursor = ({ name, columns }: TableSchema) =>
  name !== 'events' && ['xid', 'seq'].every((cursor) => columns.some((column) => column.name === cursor));

export const dataRefused = (where: string) =>
  new DatabaseRefused(
    `${where} has accounts already. To delete everything in it and restore the backup instead, add --replace.`,
  );

export const serverRuns = (where: string) =>
  new DatabaseRefused(`Another process uses ${where}. Stop every Docket server on it, then restore.`);
