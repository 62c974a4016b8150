import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import type { Queries } from '../database.ts';
import { FileDamage } from '../sqlite/damage.ts';
import { connect, queriesOn, translate } from '../sqlite/engine.ts';
import { runningFunction } from '../statements/statement.ts';
import type { LaneConnection } from './lane-connection.ts';
import { TaskEnded } from './lane-messages.ts';

const preparedMax = 500;

export function connectSqliteLane(file: string, endFlag: Int32Array): LaneConnection {
  const damage = new FileDamage(file);
  const noteFailure = (error: unknown) => damage.noteIn(translate(error));
  const connection = connectOrThrow(file, noteFailure);
  // A small cache, because there are up to three lanes and they rarely read a page twice.
  connection.exec('pragma cache_size = -8000');
  const prepared = new Map<string, StatementSync>();
  const throwIfEnded = () => {
    if (Atomics.load(endFlag, 0) === 1) throw new TaskEnded();
  };
  connection.function(runningFunction, () => {
    throwIfEnded();
    return 1;
  });

  const prepare = (sql: string): StatementSync => {
    const known = prepared.get(sql);
    if (known) return known;
    const statement = connection.prepare(sql);
    statement.setReturnArrays(true);
    prepared.set(sql, statement);
    if (prepared.size > preparedMax) prepared.delete(prepared.keys().next().value as string);
    return statement;
  };
  return {
    queries: checkedBefore(queriesOn(connection, { translate: noteFailure }), throwIfEnded),
    read: async (sql, values) => {
      try {
        const statement = prepare(sql);
        return {
          columns: statement.columns().map(({ name }) => name),
          rows: statement.all(...(values as SQLInputValue[])) as unknown as unknown[][],
        };
      } catch (error) {
        throw noteFailure(error);
      }
    },
    inSnapshot: async (work) => {
      connection.exec('begin');
      try {
        return await work();
      } finally {
        endTransaction(connection);
      }
    },
  };
}

function connectOrThrow(file: string, noteFailure: (error: unknown) => unknown): DatabaseSync {
  try {
    return connect(file, 'read');
  } catch (error) {
    throw noteFailure(error);
  }
}

/** An I/O error ends the transaction by itself. After damage SQLite ends it too, and reports the damage again. */
function endTransaction(connection: DatabaseSync): void {
  try {
    if (connection.isTransaction) connection.exec('rollback');
  } catch (error) {
    if (connection.isTransaction) throw error;
  }
}

/** Checks before each statement whether the job must end. */
const checkedBefore = (queries: Queries, check: () => void): Queries => ({
  find: async (shape, params) => {
    check();
    return queries.find(shape, params);
  },
  list: async (shape, params) => {
    check();
    return queries.list(shape, params);
  },
  run: () => Promise.reject(new Error('Worker reads cannot write.')),
});
