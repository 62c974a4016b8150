import type { SQLInputValue, StatementSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import type { WorkerContext, WorkerJob } from './database.ts';
import { connect, queriesOn } from './sqlite-engine.ts';
import type { ReaderAnswer, ReaderRequest } from './sqlite-reader.ts';

const connection = connect((workerData as { file: string }).file, 'read');
const context: WorkerContext = { engine: 'sqlite', workerReads: queriesOn(connection) };
const prepared = new Map<string, StatementSync>();

parentPort?.on('message', async (request: ReaderRequest) => {
  parentPort?.postMessage(await answer(request));
});

async function answer(request: ReaderRequest): Promise<ReaderAnswer> {
  const { id } = request;
  try {
    return { id, ...('sql' in request ? read(request.sql, request.values) : await runJob(request)) };
  } catch (error) {
    return { id, error: { message: (error as Error).message } };
  }
}

function read(sql: string, values: unknown[]) {
  const statement = prepared.get(sql) ?? prepare(sql);
  return {
    columns: statement.columns().map(({ name }) => name),
    rows: statement.all(...(values as SQLInputValue[])) as unknown as unknown[][],
  };
}

async function runJob({ module, name, input }: { module: string; name: string; input: unknown }) {
  const { [name]: job } = (await import(module)) as Record<string, WorkerJob<unknown, unknown>>;
  if (!job) throw new Error(`${module} exports no ${name}.`);
  return { value: await job.run(context, input) };
}

/** Rows are arrays: objects cost several times as much to send to the other thread. */
function prepare(sql: string): StatementSync {
  const statement = connection.prepare(sql);
  statement.setReturnArrays(true);
  prepared.set(sql, statement);
  return statement;
}
