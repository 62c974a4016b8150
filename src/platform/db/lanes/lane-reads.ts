import { type Bind, binder, type Queries, type ReadCaller, type WorkerReads } from '../database.ts';
import { type BuildRow, builderFor } from '../row-builder.ts';
import { compileStatement, type Engine, type Statement } from '../statement.ts';
import type { Rows } from './lane-messages.ts';
import type { ReadLanes } from './read-lanes.ts';

interface KnownStatement {
  sql: string;
  bind: Bind;
  /** Set by the first answer, which has the columns. */
  build?: BuildRow;
}

/** The reads of callers on lanes. */
export function newLaneReads(engine: Engine, lanes: ReadLanes): (caller: ReadCaller) => WorkerReads {
  const known = new WeakMap<Statement<never, unknown>, KnownStatement>();
  const remember = (shape: Statement<never, unknown>): KnownStatement => {
    const { sql, names } = compileStatement(shape.text, engine);
    const entry = { sql, bind: binder(names, engine === 'sqlite' ? JSON.stringify : undefined, shape) };
    known.set(shape, entry);
    return entry;
  };
  const list = async (caller: ReadCaller, shape: Statement<never, unknown>, params: object) => {
    const entry = known.get(shape) ?? remember(shape);
    const task = { sql: entry.sql, values: entry.bind(params) };
    const { columns, rows } = await lanes.submit<Rows>(caller, entry.sql, task);
    entry.build ??= builderFor(columns);
    return rows.map(entry.build);
  };

  return (caller) => {
    const workerReads: Queries = {
      find: async (shape, params) => (await list(caller, shape, params))[0] as never,
      list: async (shape, params) => (await list(caller, shape, params)) as never,
      run: () => Promise.reject(new Error('Worker reads cannot write.')),
    };
    return {
      workerReads,
      runOnWorker: ({ module, name, isSlow }, input) =>
        lanes.submit(caller, `${module}#${name}`, { module, name, input }, isSlow),
    };
  };
}
