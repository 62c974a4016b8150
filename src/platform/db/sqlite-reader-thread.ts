import type { SQLInputValue, StatementSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import { connect } from './sqlite-engine.ts';
import type { ReaderAnswer, ReaderRequest } from './sqlite-reader.ts';

const connection = connect((workerData as { file: string }).file, 'read');
const prepared = new Map<string, StatementSync>();

parentPort?.on('message', ({ id, sql, values }: ReaderRequest) => {
  parentPort?.postMessage(answer(id, sql, values as SQLInputValue[]));
});

function answer(id: number, sql: string, values: SQLInputValue[]): ReaderAnswer {
  try {
    const statement = prepared.get(sql) ?? prepare(sql);
    return {
      id,
      columns: statement.columns().map(({ name }) => name),
      rows: statement.all(...values) as unknown as unknown[][],
    };
  } catch (error) {
    return { id, error: { message: (error as Error).message } };
  }
}

/** Rows as arrays: objects cost several times as much on their way to the other thread. */
function prepare(sql: string): StatementSync {
  const statement = connection.prepare(sql);
  statement.setReturnArrays(true);
  prepared.set(sql, statement);
  return statement;
}
