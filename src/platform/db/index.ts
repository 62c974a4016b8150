export {
  type CommitNow,
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
export {
  type Inspection,
  openInspection,
  readSchemaState,
  type SchemaState,
} from './inspection.ts';
export { commits, poolWaits, replicaReads, statements } from './measurements.ts';
export { findChangedMigrations, tablesShortenedAfter } from './migration/migration-files.ts';
export { DatabaseSuperseded } from './migration/schema-compatibility.ts';
export { type DatabaseAddress, openDatabase, openPrepared, prepareDatabase } from './open-database.ts';
export { hostNames, urlsOfHosts } from './postgres/hosts.ts';
export type { ReplicaOutcome } from './postgres/replica-position.ts';
export { refreshStatistics } from './refresh-statistics.ts';
export type { SharedCounts } from './shared-counts.ts';
export { isOfDamagedFile } from './sqlite/errors.ts';
export { damagedFile } from './sqlite/file.ts';
export { findKilledProcess } from './sqlite/presence.ts';
export { loadWithoutIndexes } from './sqlite/suspended-indexes.ts';
export { defineInsert, type Insert } from './statements/define-insert.ts';
export { insertMany } from './statements/insert-many.ts';
export { escapeLike, likeParams } from './statements/like.ts';
export { listColumns } from './statements/list-columns.ts';
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
} from './statements/paged-list.ts';
export { runInBatches } from './statements/run-in-batches.ts';
export { sql } from './statements/sql.ts';
export { dynamicStatement, engines, type Statement, statement } from './statements/statement.ts';
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
export { countTableRows, createScratchDatabase } from './transfer/scratch-database.ts';
export { type Cell, type Column, type ColumnType, columnTypes, type Row } from './transfer/table-schema.ts';
export { workerJob } from './worker-job.ts';
