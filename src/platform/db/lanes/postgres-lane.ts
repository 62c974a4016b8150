import type pg from 'pg';
import { type Bind, binder, type Queries } from '../database.ts';
import { clientConfig, connectPool } from '../postgres-client.ts';
import { translatingErrors } from '../postgres-errors.ts';
import { SilenceWatch } from '../postgres-silence.ts';
import { compileStatement, type Statement } from '../statement.ts';
import type { LaneConnection } from './lane-connection.ts';
import { TaskEnded } from './lane-messages.ts';

// One runs the statements of the lane; the other one is opened to cancel them.
const connectionsMax = 2;
const preparedMax = 500;

export async function connectPostgresLane(url: string): Promise<LaneConnection> {
  const pool = connectPool(url, connectionsMax);
  const known = new WeakMap<Statement<never, unknown>, { sql: string; bind: Bind }>();
  const names = new Map<string, string>();
  /** Held while a task runs. */
  let client: pg.PoolClient | undefined;
  let isEnding = false;
  let isAsking = false;
  const silence = new SilenceWatch(clientConfig(url));
  pool.on('connect', (connected) => silence.add(connected, () => isAsking && connected === client));

  const nameOf = (sql: string): string | undefined => {
    if (!names.has(sql) && names.size < preparedMax) names.set(sql, `docket_lane_${names.size}`);
    return names.get(sql);
  };
  const query = async (sql: string, values: unknown[], rowMode?: 'array') => {
    if (isEnding) throw new TaskEnded();
    const name = nameOf(sql);
    const config = { text: sql, values, ...(name && { name }), ...(rowMode && { rowMode }) };
    isAsking = true;
    try {
      return await translatingErrors(() => (client as pg.PoolClient).query(config as pg.QueryConfig));
    } finally {
      isAsking = false;
    }
  };
  const queryShape = (shape: Statement<never, unknown>, params: object) => {
    let entry = known.get(shape);
    if (!entry) {
      const { sql, names: parameters } = compileStatement(shape.text, 'postgres');
      entry = { sql, bind: binder(parameters, undefined, shape) };
      known.set(shape, entry);
    }
    return query(entry.sql, entry.bind(params));
  };
  const queries: Queries = {
    find: async (shape, params) => (await queryShape(shape, params)).rows[0],
    list: async (shape, params) => (await queryShape(shape, params)).rows,
    run: () => Promise.reject(new Error('Worker reads cannot write.')),
  };

  const withClient = async <T>(work: () => Promise<T>): Promise<T> => {
    isEnding = false;
    client = await translatingErrors(() => pool.connect());
    let isBroken = false;
    try {
      return await work();
    } catch (error) {
      isBroken = true;
      throw isEnding ? new TaskEnded() : error;
    } finally {
      // A cancellation can arrive late and would hit the next task, so the connection is not used again.
      client.release(isBroken || isEnding);
      client = undefined;
      if (isBroken || isEnding) await connectAhead();
    }
  };
  /** Connecting must not count as time of the next task, which reports an error of its own. */
  const connectAhead = () =>
    pool.connect().then(
      (ahead) => ahead.release(),
      () => {},
    );
  await connectAhead();

  return {
    queries,
    read: (sql, values) =>
      withClient(async () => {
        const { fields, rows } = await query(sql, values, 'array');
        return { columns: fields.map(({ name }) => name), rows: rows as unknown[][] };
      }),
    inSnapshot: (work) =>
      withClient(async () => {
        const holder = client as pg.PoolClient;
        await translatingErrors(() => holder.query('begin isolation level repeatable read read only'));
        const value = await work();
        await translatingErrors(() => holder.query('commit'));
        return value;
      }),
    end: () => {
      const pid = (client as { processID?: number } | undefined)?.processID;
      isEnding = true;
      if (pid !== undefined) pool.query('select pg_cancel_backend($1)', [pid]).catch(() => {});
    },
  };
}
