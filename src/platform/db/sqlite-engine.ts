import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import {
  bind,
  type Database,
  DatabaseUnavailable,
  type Queries,
  type Tx,
  UniqueViolation,
} from './database.ts';
import { GroupCommit, isBusy } from './group-commit.ts';
import { startReaderThread } from './sqlite-reader.ts';
import { type Compiled, compile, type Params, type Statement } from './statement.ts';

// A statement of several rows copies every page it touches aside, to undo itself alone: 36 s for what takes 22.
const rowsPerInsert = 1;

export function openSqlite(file: string): Database {
  const writer = connect(file, 'write');
  const reader = connect(file, 'read');
  const reads = queriesOn(reader);
  const tx: Tx = { ...queriesOn(writer), isTransaction: true, rowsPerInsert };
  const commits = new GroupCommit(writer, tx, translate);
  const thread = startReaderThread(file, translate);

  return {
    engine: 'sqlite',
    reads,
    heavyReads: thread.queries,
    transaction: (work) => commits.submit(work),
    ping: async () => void reader.prepare('select 1').get(),
    close: async () => {
      await commits.finish();
      await thread.stop();
      reader.close();
      // Folds the write-ahead log into the file, so that a copy of the stopped file is a whole backup.
      writer.exec('pragma wal_checkpoint(truncate)');
      writer.close();
    },
  };
}

export function connect(file: string, mode: 'read' | 'write'): DatabaseSync {
  const connection = new DatabaseSync(file, { readOnly: mode === 'read', enableForeignKeyConstraints: true });
  connection.exec('pragma busy_timeout = 100; pragma cache_size = -32000; pragma mmap_size = 268435456;');
  if (mode === 'write') connection.exec('pragma journal_mode = wal; pragma synchronous = full;');
  return connection;
}

/** Prepared once per connection and shape, then only bound. */
function queriesOn(connection: DatabaseSync): Queries {
  const prepared = new WeakMap<Statement<never, unknown>, { statement: StatementSync; compiled: Compiled }>();

  const ready = (shape: Statement<never, unknown>) => {
    let entry = prepared.get(shape);
    if (!entry) {
      const compiled = compile(shape.text, 'sqlite');
      entry = { statement: connection.prepare(compiled.sql), compiled };
      prepared.set(shape, entry);
    }
    return entry;
  };
  const call = <T>(
    shape: Statement<never, unknown>,
    params: object,
    step: (statement: StatementSync, values: SQLInputValue[]) => T,
  ): T => {
    try {
      const { statement, compiled } = ready(shape);
      return step(statement, bind(compiled.names, params as Params, JSON.stringify) as SQLInputValue[]);
    } catch (error) {
      throw translate(error);
    }
  };

  return {
    find: async (shape, params) =>
      call(shape, params, (statement, values) => statement.get(...values) as never),
    list: async (shape, params) =>
      call(shape, params, (statement, values) => statement.all(...values) as never),
    run: async (shape, params) =>
      call(shape, params, (statement, values) => Number(statement.run(...values).changes)),
  };
}

function translate(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const table = /^UNIQUE constraint failed: (\w+)\./.exec(error.message)?.[1];
  if (table) return new UniqueViolation(table);
  if (isBusy(error)) return new DatabaseUnavailable('another process holds the database', { cause: error });
  return error;
}
