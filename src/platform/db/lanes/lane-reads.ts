import { type Bind, binder, type Queries, type ReadCaller, type WorkerReads } from '../database.ts';
import type { WalPosition } from '../postgres/replica-position.ts';
import { type BuildRow, builderFor } from '../statements/row-builder.ts';
import { compileStatement, type Engine, type Statement } from '../statements/statement.ts';
import type { LaneTask, Rows } from './lane-messages.ts';
import type { ReadLanes } from './read-lanes.ts';

interface KnownStatement {
  sql: string;
  bind: Bind;
  /** Set by the first answer, which names the columns. */
  build?: BuildRow;
}

/** Reads the log position from which on a replica may answer; absent without a replica. */
export type ReadPosition = () => Promise<WalPosition | undefined>;

/** Makes the worker reads that run on lanes. */
export function newLaneReads(
  engine: Engine,
  lanes: ReadLanes,
  readPosition?: ReadPosition,
): (caller: ReadCaller) => WorkerReads {
  const submit = async <T>(caller: ReadCaller, kind: string, task: LaneTask, isSlow?: boolean) => {
    const placed = readPosition ? { ...task, notBefore: await readPosition() } : task;
    return lanes.submit<T>(caller, kind, placed, isSlow);
  };
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
    const { columns, rows } = await submit<Rows>(caller, entry.sql, task);
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
        submit(caller, `${module}#${name}`, { module, name, input }, isSlow),
    };
  };
}
