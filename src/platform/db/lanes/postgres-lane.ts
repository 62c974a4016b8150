import pg from 'pg';
import { type Bind, binder, type Queries } from '../database.ts';
import { clientConfig, connectPool, type PostgresServer, setForTransaction } from '../postgres-client.ts';
import { translatingErrors } from '../postgres-errors.ts';
import { statementName } from '../postgres-query.ts';
import { SilenceWatch } from '../postgres-silence.ts';
import { compileStatement, type Statement } from '../statement.ts';
import type { LaneConnection } from './lane-connection.ts';
import { TaskEnded } from './lane-messages.ts';

// One runs the statements of the lane; the other one is opened to cancel them.
const connectionsMax = 2;
const preparedMax = 500;

export async function connectPostgresLane(server: PostgresServer): Promise<LaneConnection> {
  const pool = connectPool(server, connectionsMax);
  const known = new WeakMap<Statement<never, unknown>, { sql: string; bind: Bind }>();
  const names = new Map<string, string>();
  /** Held while a task runs. */
  let client: pg.PoolClient | undefined;
  let isEnding = false;
  let isAsking = false;
  const silence = new SilenceWatch(server);
  pool.on('connect', (connected) => silence.add(connected, () => isAsking && connected === client));

  const nameOf = (sql: string): string | undefined => {
    if (!server.hasNamedStatements) return undefined;
    if (!names.has(sql) && names.size < preparedMax) names.set(sql, statementName(sql));
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
        if (server.isPooled) await translatingErrors(() => holder.query(setForTransaction.text));
        const value = await work();
        await translatingErrors(() => holder.query('commit'));
        return value;
      }),
    end: () => {
      isEnding = true;
      if (client) cancel(client, pool, server);
    },
  };
}

/** Only the pooler knows which session of the server runs the statement; it passes a request of the protocol on. */
function cancel(client: pg.PoolClient, pool: pg.Pool, server: PostgresServer): void {
  const { processID, activeQuery } = client as unknown as { processID: number; activeQuery?: pg.Query };
  if (!server.isPooled) {
    pool.query('select pg_cancel_backend($1)', [processID]).catch(() => {});
  } else if (activeQuery) {
    const canceller = new pg.Client(clientConfig(server)) as unknown as Canceller;
    canceller.connection.on('error', () => {});
    canceller.cancel(client, activeQuery);
  }
}

/** What the types of the driver leave out: opens a connection that only says which statement is to end. */
interface Canceller {
  connection: { on(event: 'error', listener: () => void): void };
  cancel(client: pg.PoolClient, query: pg.Query): void;
}
