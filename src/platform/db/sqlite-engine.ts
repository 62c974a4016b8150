import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { newCommitNotifications } from './commit-notifications.ts';
import {
  binder,
  type Database,
  DatabaseUnavailable,
  type Queries,
  type Tx,
  UniqueViolation,
} from './database.ts';
import { GroupCommit, isBusy } from './group-commit.ts';
import { readInBatches } from './read-batches.ts';
import { type BuildRow, rowBuilder } from './row-builder.ts';
import { startPatienceMs } from './sqlite-file.ts';
import { startReaderThread } from './sqlite-reader.ts';
import { compile, type Statement } from './statement.ts';

// A statement of several rows copies every page it touches aside, to undo itself alone: 36 s for what takes 22.
const rowsPerInsert = 1;

// Bringing the write-ahead log into the file stops the thread that does it. The pages that every change touches are then
// written once for many changes, and mostly by the indexer, which does it each 1,000 pages. The log takes 32 MB.
const checkpointPages = 8_000;

/**
 * With `lazy` a commit may be lost when the power fails, until the next one that is not lazy: for what is derived from
 * the rest and says itself how far it got. The database stays sound either way.
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
  const writer = connect(file, 'write', durability);
  const reader = connect(file, 'read');
  const batches = readInBatches(reader);
  const reads = queriesOn(reader, batches.add);
  const notifications = newCommitNotifications();
  let hasNotification = false;
  const notify = () => {
    hasNotification = true;
  };
  const afterCommit = () => {
    if (hasNotification) notifications.notify();
    hasNotification = false;
  };
  let written = 0;
  const noteWrite = () => {
    written++;
  };
  const tx: Tx = {
    ...queriesOn(writer, atOnce, noteWrite),
    isTransaction: true,
    rowsPerInsert,
    notify,
    // There is a single writer: whoever is in a transaction has the turn.
    advisoryLock: async () => {},
  };
  const commits = new GroupCommit(writer, {
    tx,
    writes: () => written,
    translate,
    afterCommit,
    jobsPerCommit,
  });
  const thread = startReaderThread(file, translate);

  return {
    engine: 'sqlite',
    reads,
    workerReads: thread.queries,
    runOnWorker: thread.work,
    transaction: (work) => commits.submit(work),
    subscribe: notifications.subscribe,
    ping: async () => void reader.prepare('select 1').get(),
    close: async () => {
      notifications.close();
      await commits.finish();
      await thread.stop();
      batches.finish();
      reader.close();
      // Folds the write-ahead log into the file, so that a copy of the stopped file is a whole backup.
      writer.exec('pragma wal_checkpoint(truncate)');
      writer.close();
    },
  };
}

export function connect(file: string, mode: 'read' | 'write', durability: Durability = 'full'): DatabaseSync {
  const connection = new DatabaseSync(file, {
    readOnly: mode === 'read',
    enableForeignKeyConstraints: true,
    timeout: startPatienceMs,
  });
  connection.exec('pragma cache_size = -32000; pragma mmap_size = 268435456;');
  if (mode === 'write') {
    useWriteAheadLog(connection);
    connection.exec(`pragma synchronous = ${durability === 'lazy' ? 'normal' : 'full'}`);
    // Else what a statement of several rows needs to undo itself alone goes through a file.
    connection.exec('pragma temp_store = memory');
    if (durability === 'full') connection.exec(`pragma wal_autocheckpoint = ${checkpointPages}`);
  }
  // Another thread writes too. Whoever waits for it asks again and again, for SQLite would stop the whole thread.
  connection.exec(`pragma busy_timeout = ${mode === 'write' ? 0 : 100}`);
  return connection;
}

/** SQLite does not wait for its lock here when two processes turn a new file over at once, so we do. */
function useWriteAheadLog(connection: DatabaseSync): void {
  const deadline = performance.now() + startPatienceMs;
  for (;;) {
    try {
      connection.exec('pragma journal_mode = wal');
      return;
    } catch (error) {
      if (!isBusy(error) || performance.now() > deadline) throw error;
    }
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
  }
}

/** When a statement runs: at once, or together with others. */
type Schedule = <T>(work: () => T) => Promise<T>;
const atOnce: Schedule = async (work) => work();

/** Prepared once per connection and shape, then only bound. */
export function queriesOn(connection: DatabaseSync, schedule = atOnce, noteWrite = () => {}): Queries {
  const prepared = new WeakMap<Statement<never, unknown>, Prepared>();

  const ready = (shape: Statement<never, unknown>): Prepared => {
    const known = prepared.get(shape);
    if (known) return known;
    const { sql, names } = compile(shape.text, 'sqlite');
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
        const entry = ready(shape);
        if (!entry.isRead) noteWrite();
        return step(entry, entry.bind(params));
      } catch (error) {
        throw translate(error);
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

function translate(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const table = /^UNIQUE constraint failed: (\w+)\./.exec(error.message)?.[1];
  if (table) return new UniqueViolation(table);
  if (isBusy(error)) return new DatabaseUnavailable('another process holds the database', { cause: error });
  return error;
}
