import { Worker } from 'node:worker_threads';
import { type Bind, binder, type Queries } from './database.ts';
import { compile, type Statement } from './statement.ts';

export interface ReaderRequest {
  id: number;
  sql: string;
  values: unknown[];
}
export type ReaderAnswer = { id: number; rows: unknown[] } | { id: number; error: { message: string } };

interface Waiting {
  resolve: (rows: unknown[]) => void;
  reject: (error: unknown) => void;
}

/** A thread with its own read-only connection. It starts with the first heavy read and is shared by all. */
export function startReaderThread(file: string, translate: (error: unknown) => unknown) {
  const compiled = new WeakMap<Statement<never, unknown>, { sql: string; bind: Bind }>();
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
      if ('rows' in answer) asker?.resolve(answer.rows);
      else asker?.reject(translate(new Error(answer.error.message)));
    });
    worker.on('error', failAll);
    worker.on('exit', () => failAll(new Error('the reader thread ended')));
    return worker;
  };
  const remember = (shape: Statement<never, unknown>) => {
    const { sql, names } = compile(shape.text, 'sqlite');
    const entry = { sql, bind: binder(names, JSON.stringify) };
    compiled.set(shape, entry);
    return entry;
  };
  const ask = (shape: Statement<never, unknown>, params: object): Promise<unknown[]> => {
    const { sql, bind } = compiled.get(shape) ?? remember(shape);
    const values = bind(params);
    const id = ++lastId;
    return new Promise((resolve, reject) => {
      waiting.set(id, { resolve, reject });
      const thread = running();
      thread.ref();
      thread.postMessage({ id, sql, values } satisfies ReaderRequest);
    });
  };

  const queries: Queries = {
    find: async (shape, params) => (await ask(shape, params))[0] as never,
    list: async (shape, params) => (await ask(shape, params)) as never,
    run: async () => {
      throw new Error('heavy reads do not write');
    },
  };
  const stop = async () => {
    worker?.removeAllListeners('exit');
    await worker?.terminate();
    failAll(new Error('the reader thread was stopped'));
  };
  return { queries, stop };
}
