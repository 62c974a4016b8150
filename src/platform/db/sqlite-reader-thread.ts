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
    const statement = prepared.get(sql) ?? connection.prepare(sql);
    prepared.set(sql, statement);
    return { id, rows: statement.all(...values) };
  } catch (error) {
    return { id, error: { message: (error as Error).message } };
  }
}
