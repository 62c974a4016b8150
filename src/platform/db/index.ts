export {
  type Database,
  DatabaseMisconfigured,
  DatabaseRefused,
  type DatabaseStatus,
  DatabaseUnavailable,
  type Queries,
  type Tx,
  type Unavailability,
  UniqueViolation,
  type Work,
  type WorkerContext,
} from './database.ts';
export { databaseFor } from './database-for.ts';
export { readDatabaseBytes } from './database-size.ts';
export { defineInsert } from './define-insert.ts';
export { insertMany } from './insert-many.ts';
export {
  type Inspection,
  openInspection,
  readSchemaState,
  type SchemaState,
} from './inspection.ts';
export { escapeLike, likeParams } from './like.ts';
export { listColumns } from './list-columns.ts';
export { commits, poolWaits, replicaReads, statements } from './measurements.ts';
export { findChangedMigrations } from './migration-files.ts';
export { type DatabaseAddress, openDatabase, openPrepared, prepareDatabase } from './open-database.ts';
export {
  byCreation,
  byNumber,
  byRowNumber,
  byText,
  countRows,
  dynamicPagedList,
  listPage,
  pagedList,
  readsForPage,
  type SortKey,
} from './paged-list.ts';
export { hostsOf, urlsOfHosts } from './postgres-hosts.ts';
export { refreshStatistics } from './refresh-statistics.ts';
export { rehearseMigration } from './rehearse-migration.ts';
export type { ReplicaOutcome } from './replica-position.ts';
export { runInBatches } from './run-in-batches.ts';
export { DatabaseSuperseded } from './schema-compatibility.ts';
export type { SharedCounts } from './shared-counts.ts';
export { isOfDamagedFile } from './sqlite-errors.ts';
export { damagedFile } from './sqlite-file.ts';
export { findKilledProcess } from './sqlite-presence.ts';
export { loadWithoutIndexes } from './sqlite-suspended-indexes.ts';
export { dynamicStatement, engines, type Statement, statement } from './statement.ts';
export { tracedDatabase } from './traced-database.ts';
export {
  type DatabaseSource,
  openDatabaseSource,
  removeSourceOfThread,
  type SourceTable,
} from './transfer/database-source.ts';
export {
  type DatabaseTarget,
  openDatabaseTarget,
  refuseTargetInUse,
  refuseUnknownSchema,
} from './transfer/database-target.ts';
export { openCurrentDatabase } from './transfer/open-current.ts';
export { type Cell, type Column, type ColumnType, columnTypes, type Row } from './transfer/table-schema.ts';
export { workerJob } from './worker-job.ts';
