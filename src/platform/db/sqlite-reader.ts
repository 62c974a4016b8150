import { Worker } from 'node:worker_threads';
import { type Bind, binder, type Database, type Queries } from './database.ts';
import { type BuildRow, builderFor } from './row-builder.ts';
import { compile, type Statement } from './statement.ts';

type Question = { sql: string; values: unknown[] } | { module: string; name: string; given: unknown };
interface Rows {
  columns: string[];
  rows: unknown[][];
}
export type ReaderRequest = { id: number } & Question;
export type ReaderAnswer = { id: number } & (Rows | { value: unknown } | { error: { message: string } });

interface Waiting {
  resolve: (answer: never) => void;
  reject: (error: unknown) => void;
}

interface Known {
  sql: string;
  bind: Bind;
  /** Once the first answer told the columns. */
  build?: BuildRow;
}

/** A thread with its own read-only connection. It starts with the first heavy read and is shared by all. */
export function startReaderThread(file: string, translate: (error: unknown) => unknown) {
  const known = new WeakMap<Statement<never, unknown>, Known>();
  const waiting = new Map<number, Waiting>();
  let worker: Worker | undefined;
  let lastId = 0;

  const failAll = (error: unknown) => {
    worker = undefined;
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };
  const running = (): Worker => {
    if (worker) return worker;
    worker = new Worker(new URL('./sqlite-reader-thread.ts', import.meta.url), { workerData: { file } });
    worker.on('message', (answer: ReaderAnswer) => {
      const asker = waiting.get(answer.id);
      waiting.delete(answer.id);
      if (waiting.size === 0) worker?.unref();
      if ('error' in answer) asker?.reject(translate(new Error(answer.error.message)));
      else asker?.resolve(answer as never);
    });
    worker.on('error', failAll);
    worker.on('exit', () => failAll(new Error('the reader thread ended')));
    return worker;
  };
  const ask = <T>(question: Question): Promise<T> =>
    new Promise((resolve, reject) => {
      const id = ++lastId;
      waiting.set(id, { resolve, reject });
      const thread = running();
      thread.ref();
      thread.postMessage({ id, ...question } satisfies ReaderRequest);
    });

  const remember = (shape: Statement<never, unknown>): Known => {
    const { sql, names } = compile(shape.text, 'sqlite');
    const entry = { sql, bind: binder(names, JSON.stringify) };
    known.set(shape, entry);
    return entry;
  };
  const list = async (shape: Statement<never, unknown>, params: object): Promise<object[]> => {
    const entry = known.get(shape) ?? remember(shape);
    const { columns, rows } = await ask<Rows>({ sql: entry.sql, values: entry.bind(params) });
    entry.build ??= builderFor(columns);
    return rows.map(entry.build);
  };

  const queries: Queries = {
    find: async (shape, params) => (await list(shape, params))[0] as never,
    list: async (shape, params) => (await list(shape, params)) as never,
    run: async () => {
      throw new Error('heavy reads do not write');
    },
  };
  const work: Database['runOnWorker'] = async ({ module, name }, given) =>
    (await ask<{ value: never }>({ module, name, given })).value;
  const stop = async () => {
    worker?.removeAllListeners('exit');
    await worker?.terminate();
    failAll(new Error('the reader thread was stopped'));
  };
  return { queries, work, stop };
}
