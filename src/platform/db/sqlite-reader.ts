import { Worker } from 'node:worker_threads';
import { type Bind, binder, type Database, type Queries } from './database.ts';
import { type BuildRow, builderFor } from './row-builder.ts';
import { compileStatement, type Statement } from './statement.ts';

type ReaderTask = { sql: string; values: unknown[] } | { module: string; name: string; input: unknown };
interface Rows {
  columns: string[];
  rows: unknown[][];
}
export type ReaderRequest = { id: number } & ReaderTask;
export type ReaderAnswer = { id: number } & (Rows | { value: unknown } | { error: { message: string } });

interface PendingRequest {
  resolve: (answer: never) => void;
  reject: (error: unknown) => void;
}

interface KnownStatement {
  sql: string;
  bind: Bind;
  /** Set by the first answer, which has the columns. */
  build?: BuildRow;
}

/** A worker thread with its own read-only connection. It starts with the first request and serves all of them. */
export function startReaderThread(file: string, translate: (error: unknown) => unknown) {
  const known = new WeakMap<Statement<never, unknown>, KnownStatement>();
  const pending = new Map<number, PendingRequest>();
  let worker: Worker | undefined;
  let lastId = 0;

  const failAll = (error: unknown) => {
    worker = undefined;
    for (const { reject } of pending.values()) reject(error);
    pending.clear();
  };
  const running = (): Worker => {
    if (worker) return worker;
    worker = new Worker(new URL('./sqlite-reader-thread.ts', import.meta.url), { workerData: { file } });
    worker.on('message', (answer: ReaderAnswer) => {
      const request = pending.get(answer.id);
      pending.delete(answer.id);
      if (pending.size === 0) worker?.unref();
      if ('error' in answer) request?.reject(translate(new Error(answer.error.message)));
      else request?.resolve(answer as never);
    });
    worker.on('error', failAll);
    worker.on('exit', () => failAll(new Error('The reader thread ended.')));
    return worker;
  };
  const request = <T>(task: ReaderTask): Promise<T> =>
    new Promise((resolve, reject) => {
      const id = ++lastId;
      pending.set(id, { resolve, reject });
      const thread = running();
      thread.ref();
      thread.postMessage({ id, ...task } satisfies ReaderRequest);
    });

  const remember = (shape: Statement<never, unknown>): KnownStatement => {
    const { sql, names } = compileStatement(shape.text, 'sqlite');
    const entry = { sql, bind: binder(names, JSON.stringify) };
    known.set(shape, entry);
    return entry;
  };
  const list = async (shape: Statement<never, unknown>, params: object): Promise<object[]> => {
    const entry = known.get(shape) ?? remember(shape);
    const { columns, rows } = await request<Rows>({ sql: entry.sql, values: entry.bind(params) });
    entry.build ??= builderFor(columns);
    return rows.map(entry.build);
  };

  const queries: Queries = {
    find: async (shape, params) => (await list(shape, params))[0] as never,
    list: async (shape, params) => (await list(shape, params)) as never,
    run: async () => {
      throw new Error('workerReads cannot write.');
    },
  };
  const runJob: Database['runOnWorker'] = async ({ module, name }, input) =>
    (await request<{ value: never }>({ module, name, input })).value;
  const stop = async () => {
    worker?.removeAllListeners('exit');
    await worker?.terminate();
    failAll(new Error('The reader thread was stopped.'));
  };
  return { queries, runJob, stop };
}
