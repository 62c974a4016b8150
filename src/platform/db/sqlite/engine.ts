import { statSync } from 'node:fs';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { newCommitNotifications } from '../commit-notifications.ts';
import {
  binder,
  type Database,
  DatabaseUnavailable,
  type Queries,
  type Tx,
  type Unavailability,
  UniqueViolation,
} from '../database.ts';
import { openReadLanes } from '../lanes/open-read-lanes.ts';
import { statements } from '../measurements.ts';
import { type BuildRow, rowBuilder } from '../statements/row-builder.ts';
import { compileStatement, runningFunction, type Statement } from '../statements/statement.ts';
import { BackgroundCheck } from './background-check.ts';
import { LogShortener } from './checkpoint.ts';
import { Checkpointer } from './checkpointer.ts';
import { FileDamage } from './damage.ts';
import { isSqliteBusy, isSqliteDamage, primaryCode } from './errors.ts';
import { logBytesMax, startTimeoutMs } from './file.ts';
import { GroupCommit } from './group-commit.ts';
import { FileIdentity } from './identity.ts';
import { LogSync } from './log-sync.ts';
import { pauseThread } from './pause-thread.ts';
import { SqlitePresence } from './presence.ts';
import { readInBatches } from './read-batches.ts';

// SQLite keeps a statement journal for an insert of several rows: a bulk load took 36 s instead of 22 s.
const rowsPerInsert = 1;

// 24 MB: from here on a writer waits until the checkpointer has shortened the log.
const logPagesMax = 6_000;
const logCheckMs = 20;
// 96 MB: for the case that the checkpointer fails. This checkpoint blocks the writing thread.
const lastResortCheckpointPages = 24_000;
// A request needs about three turns of the event loop. During a bulk move, requests of others took 36 ms with one turn
// between stretches, and 21 ms with four.
const transactionStretchMs = 4;
const turnsOfRest = 4;
// The commit of many changed pages takes as long again, so it begins in a turn of its own.
const stretchBeforeCommitMs = 2;
// A commit writes the changed pages of the cache on the main thread. With a small cache, a long transaction writes most
// of its pages earlier, between other requests: a commit of 3,800 pages took 9 ms instead of 20 ms.
const writerCachePages = 1_000;

const cacheKb = 16_000;

/**
 * With `lazy`, a power failure can lose all commits since the last `full` one. It is for derived data that stores its
 * own progress, such as the search index. The database stays consistent either way.
 */
export type Durability = 'full' | 'lazy';

export function openSqlite({
  file,
  jobsPerCommit,
  durability = 'full',
}: {
  file: string;
  jobsPerCommit?: number;
  durability?: Durability;
}): Database {
  const writer = connect(file, 'write');
  // SQLite still syncs where the order of writes matters. `LogSync` syncs commits.
  writer.exec('pragma synchronous = normal');
  if (durability === 'full') writer.exec(`pragma cache_size = ${writerCachePages}`);
  const reader = connect(file, 'read');
  const damage = new FileDamage(file);
  const noteFailure = (error: unknown) => damage.noteIn(translate(error));
  const batches = readInBatches(reader, noteFailure);
  const reads = queriesOn(reader, { schedule: batches.add, translate: noteFailure });
  const notifications = newCommitNotifications();
  let hasNotification = false;
  const notify = () => {
    hasNotification = true;
  };
  // A thread of its own writes derived data and may wait for the checkpoint.
  const checkpointer = durability === 'full' ? new Checkpointer(file) : undefined;
  const logState = writer.prepare('pragma wal_checkpoint(noop)');
  let logCheckedAtMs = 0;
  // Reading the state takes 35 µs, a tenth of the transaction of a new ticket; in between, the log grows by at most 2
  // MB.
  const isLogLong = () => {
    if (performance.now() - logCheckedAtMs < logCheckMs) return false;
    logCheckedAtMs = performance.now();
    return Number(logState.get()?.log) > logPagesMax;
  };
  const shortener = new LogShortener(writer);
  const afterCommit = () => {
    if (checkpointer) checkpointer.noteCommit();
    else shortener.shorten();
    if (hasNotification) notifications.notify();
    hasNotification = false;
  };
  let written = 0;
  const noteWrite = () => {
    written++;
  };
  const turns = newTransactionTurns();
  const queries = queriesOn(writer, { schedule: turns.schedule, noteWrite, translate: noteFailure });
  const tx: Tx = {
    ...queries,
    isTransaction: true,
    send: queries.run,
    rowsPerInsert,
    notify,
    // A transaction of the single writer holds every lock.
    advisoryLock: async () => {},
    doNotAwaitDisk: async () => {},
    // The single writer recognizes a long transaction by itself.
    expectManyStatements: () => {},
  };
  // A worker thread writes derived data; the main thread of the server watches the file.
  const identity = durability === 'full' ? new FileIdentity(file) : undefined;
  const check = durability === 'full' ? new BackgroundCheck(file, (fault) => damage.note(fault)) : undefined;
  const log = durability === 'full' ? new LogSync(file) : undefined;
  let syncedWrites = 0;
  // Other threads and processes see a change before it is on disk. Reads on the main thread, such as event streams, see
  // it only after the sync, and never if the disk fails.
  const commitDurably = async (commit: () => void) => {
    batches.hold();
    try {
      commit();
    } catch (error) {
      batches.release();
      throw error;
    }
    if (written > syncedWrites) await log?.sync();
    syncedWrites = written;
    batches.release();
    identity?.assertSame();
  };
  const beforeBegin = () => {
    damage.assertNone();
    log?.assertWorks();
    return isLogLong() ? checkpointer?.shorten() : undefined;
  };
  const commits = new GroupCommit(writer, {
    tx,
    commitDurably,
    writes: () => written,
    beforeBegin,
    afterBegin: turns.restart,
    beforeCommit: turns.restBeforeCommit,
    translate: noteFailure,
    afterCommit,
    jobsPerCommit,
  });
  const lanes = openReadLanes({ engine: 'sqlite', file });
  const presence = new SqlitePresence(file);

  return {
    engine: 'sqlite',
    reads,
    ...lanes.ownReads,
    readsFor: lanes.readsFor,
    transaction: (work, person) => commits.submit(work, person),
    subscribe: notifications.subscribe,
    presence,
    ...(identity && { lost: identity.lost }),
    damaged: damage.noted,
    status: () => ({
      lanes: lanes.status(),
      damage: damage.found ?? null,
      logBytes: statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0,
    }),
    ping: async () => {
      identity?.assertSame();
      readFromFile(reader, noteFailure);
      damage.assertNone();
    },
    close: async () => {
      identity?.stop();
      presence.close();
      check?.stop();
      notifications.close();
      await commits.finish();
      log?.close();
      await checkpointer?.stop();
      await lanes.stop();
      batches.finish();
      reader.close();
      // Copies the write-ahead log into the file, so that a copy of a stopped server's file is a complete backup.
      try {
        writer.exec('pragma wal_checkpoint(truncate)');
      } catch {
        // The disk is full or read-only. Nothing is lost: the next start reads the write-ahead log.
      }
      writer.close();
      identity?.close();
      damage.close();
    },
  };
}

/** Reads a page of the file, which `select 1` would not. */
function readFromFile(reader: DatabaseSync, translate: Translate): void {
  try {
    reader.prepare('select 1 from sqlite_schema limit 1').get();
  } catch (error) {
    throw translate(error);
  }
}

/** With `isAlone` it fails at once if another process has the file open, and locks others out until it is closed. */
export function connect(file: string, mode: 'read' | 'write', { isAlone = false } = {}): DatabaseSync {
  const connection = new DatabaseSync(file, {
    readOnly: mode === 'read',
    enableForeignKeyConstraints: true,
    timeout: isAlone ? 0 : startTimeoutMs,
  });
  if (isAlone) lockOutOthers(connection);
  // The file is not mapped into memory (mmap_size): if the disk cannot read a page, or the file is truncated, SIGBUS
  // would end the process instead of failing one read. Reading an uncached page takes 3 µs longer; with a cache of 16
  // MB instead of 8 MB, reads within 12 MB of rows take as long as before.
  connection.exec(`pragma mmap_size = 0; pragma cache_size = -${cacheKb};`);
  if (mode === 'write') {
    useWriteAheadLog(connection);
    connection.exec('pragma synchronous = full');
    // Keeps statement journals in memory instead of in a file.
    connection.exec('pragma temp_store = memory');
    connection.exec(`pragma wal_autocheckpoint = ${lastResortCheckpointPages}`);
    // After a long reader the log may have grown; SQLite would keep the file at that size.
    connection.exec(`pragma journal_size_limit = ${logBytesMax}`);
  }
  // A lane replaces this function by one that can end the statement.
  connection.function(runningFunction, () => 1);
  // The indexer thread writes too. GroupCommit polls for the write lock, because SQLite's own wait blocks the thread.
  connection.exec(`pragma busy_timeout = ${mode === 'write' ? 0 : 100}`);
  return connection;
}

/** Called before the first read: SQLite then opens the log without shared memory, and fails if others have it open. */
function lockOutOthers(connection: DatabaseSync): void {
  try {
    connection.exec('pragma locking_mode = exclusive; begin exclusive; rollback');
  } catch (error) {
    connection.close();
    throw error;
  }
}

/** Retries, because SQLite does not wait for its lock when two processes switch a new file to WAL mode at once. */
function useWriteAheadLog(connection: DatabaseSync): void {
  const deadline = performance.now() + startTimeoutMs;
  for (;;) {
    try {
      connection.exec('pragma journal_mode = wal');
      return;
    } catch (error) {
      if (!isSqliteBusy(error) || performance.now() > deadline) throw error;
    }
    pauseThread(10);
  }
}

/** Converts an error of SQLite to one of Docket. */
type Translate = (error: unknown) => unknown;

/** Decides when a statement runs: at once, or in a batch. */
type Schedule = <T>(work: () => T) => Promise<T>;
const atOnce: Schedule = async (work) => work();

/**
 * Schedules the statements of transactions: each runs at once, but after a while the next one waits for another turn of
 * the event loop. Without this, bulk requests, or many changes in one commit, would delay everybody's reads by up to
 * 100 ms. Reads use another connection, so they do not see the open transaction.
 */
function newTransactionTurns() {
  let since = 0;
  const restart = () => {
    since = performance.now();
  };
  const restAfter = (stretchMs: number) =>
    performance.now() - since > stretchMs ? someTurns().then(restart) : undefined;
  const schedule: Schedule = async (work) => {
    const result = work();
    const resting = restAfter(transactionStretchMs);
    if (resting) await resting;
    return result;
  };
  return { schedule, restart, restBeforeCommit: () => restAfter(stretchBeforeCommitMs) };
}

/** Waits for several turns of the event loop, in which the requests under way can finish. */
async function someTurns(): Promise<void> {
  for (let turn = 0; turn < turnsOfRest; turn++) await nextTurn();
}

/** Prepares each statement once per connection. */
export function queriesOn(
  connection: DatabaseSync,
  {
    schedule = atOnce,
    noteWrite = () => {},
    translate: translateError = translate,
  }: { schedule?: Schedule; noteWrite?: () => void; translate?: Translate } = {},
): Queries {
  const prepared = new WeakMap<Statement<never, unknown>, Prepared>();

  const prepare = (shape: Statement<never, unknown>): Prepared => {
    const known = prepared.get(shape);
    if (known) return known;
    const { sql, names } = compileStatement(shape.text, 'sqlite');
    const statement = connection.prepare(sql);
    const bind = binder(names, JSON.stringify, shape) as Prepared['bind'];
    const entry = { statement, bind, build: rowBuilder(statement), isRead: /^\s*select\b/i.test(sql) };
    prepared.set(shape, entry);
    return entry;
  };
  const call = <T>(
    shape: Statement<never, unknown>,
    params: object,
    step: (prepared: Prepared, values: SQLInputValue[]) => T,
  ): Promise<T> =>
    schedule(() => {
      try {
        const entry = prepare(shape);
        if (!entry.isRead) noteWrite();
        const values = entry.bind(params);
        if (!statements.isWanted) return step(entry, values);
        const startedAt = performance.now();
        const result = step(entry, values);
        statements.publish({ statement: shape.text, ms: performance.now() - startedAt, ran: 'main thread' });
        return result;
      } catch (error) {
        throw translateError(error);
      }
    });

  return {
    find: (shape, params) => call(shape, params, findRow) as never,
    list: (shape, params) => call(shape, params, listRows) as never,
    run: (shape, params) => call(shape, params, runOnce),
  };
}

function findRow({ statement, build }: Prepared, values: SQLInputValue[]) {
  const row = statement.get(...values) as unknown[] | undefined;
  return row && build(row);
}

function listRows({ statement, build }: Prepared, values: SQLInputValue[]) {
  return (statement.all(...values) as unknown as unknown[][]).map(build);
}

function runOnce({ statement }: Prepared, values: SQLInputValue[]) {
  return Number(statement.run(...values).changes);
}

interface Prepared {
  statement: StatementSync;
  bind: (params: object) => SQLInputValue[];
  build: BuildRow;
  isRead: boolean;
}

/** The meaning of SQLite's result codes READONLY, IOERR and FULL. */
const failures: Record<number, [reason: Unavailability, message: string]> = {
  8: ['read-only', 'the database file cannot be written'],
  10: ['unreachable', 'the disk of the database failed'],
  13: ['full', 'the disk of the database is full'],
};

export function translate(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const table = /^UNIQUE constraint failed: (\w+)\./.exec(error.message)?.[1];
  if (table) return new UniqueViolation(table);
  if (isSqliteBusy(error)) {
    return new DatabaseUnavailable('another process holds the database', { cause: error, reason: 'busy' });
  }
  if (isSqliteDamage(error))
    return new DatabaseUnavailable(error.message, { cause: error, reason: 'damaged' });
  const failure = failures[primaryCode(error)];
  if (!failure) return error;
  const [reason, message] = failure;
  return new DatabaseUnavailable(message, { cause: error, reason });
}
