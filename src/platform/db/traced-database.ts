import { AsyncLocalStorage } from 'node:async_hooks';
import type { SpanAttributes, Tracing } from '../tracing/index.ts';
import type { Database, Queries, Tx } from './database.ts';
import type { Statement } from './statements/statement.ts';

type Run = <T>(name: string, attributes: SpanAttributes, work: () => Promise<T>) => Promise<T>;

const systems = { sqlite: 'sqlite', postgres: 'postgresql' } as const;

/** Wraps a database so that transactions and statements are spans. Their texts have names of parameters, never values. */
export function tracedDatabase(db: Database, tracing: Tracing): Database {
  const shared = { 'db.system.name': systems[db.engine] };
  const run: Run = (name, attributes, work) =>
    tracing.span(name, { kind: 'client', attributes: { ...shared, ...attributes } }, work);
  /** Plain reads start no trace, because background loops poll all the time. */
  const runInside: Run = (name, attributes, work) =>
    tracing.isInside ? run(name, attributes, work) : work();
  const tracedReads = (reads: ReturnType<Database['readsFor']>): ReturnType<Database['readsFor']> => ({
    workerReads: tracedQueries(reads.workerReads, runInside, { 'docket.thread': 'worker' }),
    runOnWorker: (job, input) =>
      runInside(`job ${job.name}`, { 'docket.thread': 'worker' }, () => reads.runOnWorker(job, input)),
  });
  const own = tracedReads({ workerReads: db.workerReads, runOnWorker: db.runOnWorker });
  return {
    ...db,
    ...own,
    reads: tracedQueries(db.reads, runInside, {}),
    readsFor: (caller) => tracedReads(db.readsFor(caller)),
    transaction: (work, person) =>
      run('transaction', {}, () => {
        // Group commit runs the work of several callers one after the other, in the context of the first of them.
        const inOwnContext = AsyncLocalStorage.snapshot();
        return db.transaction((tx, commitNow) => inOwnContext(work, tracedTx(tx, run), commitNow), person);
      }),
  };
}

function tracedTx(tx: Tx, run: Run): Tx {
  const queries = tracedQueries(tx, run, {});
  return {
    ...tx,
    ...queries,
    send: (shape, params) => run(spanName(shape), describe(shape), () => tx.send(shape, params)),
  };
}

function tracedQueries(queries: Queries, run: Run, attributes: SpanAttributes): Queries {
  const span = <T>(shape: Statement<never, unknown>, work: () => Promise<T>) =>
    run(spanName(shape), { ...attributes, ...describe(shape) }, work);
  return {
    find: (shape, params) => span(shape, () => queries.find(shape, params)),
    list: (shape, params) => span(shape, () => queries.list(shape, params)),
    run: (shape, params) => span(shape, () => queries.run(shape, params)),
  };
}

interface Described {
  name: string;
  attributes: SpanAttributes;
}

const known = new WeakMap<Statement<never, unknown>, Described>();

function describeStatement(shape: Statement<never, unknown>): Described {
  let described = known.get(shape);
  if (!described) {
    const text = shape.text.replace(/\s+/g, ' ').trim();
    const operation = (/^\w+/.exec(text)?.[0] ?? 'statement').toUpperCase();
    described = { name: operation, attributes: { 'db.query.text': text } };
    known.set(shape, described);
  }
  return described;
}

const spanName = (shape: Statement<never, unknown>) => describeStatement(shape).name;
const describe = (shape: Statement<never, unknown>) => describeStatement(shape).attributes;
