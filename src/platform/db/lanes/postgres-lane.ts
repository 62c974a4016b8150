import type pg from 'pg';
import { type Bind, binder, type Queries } from '../database.ts';
import { type PostgresServer, setForTransaction } from '../postgres-client.ts';
import { translatingErrors } from '../postgres-errors.ts';
import type { ReplicaOutcome, WalPosition } from '../replica-position.ts';
import { compileStatement, type Statement } from '../statement.ts';
import type { LaneConnection } from './lane-connection.ts';
import { TaskEnded } from './lane-messages.ts';
import { LaneServer } from './lane-server.ts';
import { ReplicaGate } from './replica-gate.ts';

/** A read that finds the replica gone must not wait as long as one that has no other server. */
const replicaConnectTimeoutMs = 1_000;

/** Runs reads on the replica, if there is one that has what was committed before the read; else on the server. */
export async function connectPostgresLane(
  address: PostgresServer,
  replicaAddress?: PostgresServer,
): Promise<LaneConnection> {
  const primary = new LaneServer(address);
  const replica = replicaAddress && new LaneServer(replicaAddress, replicaConnectTimeoutMs);
  const gate = replica && new ReplicaGate(() => replica.connect());
  const known = new WeakMap<Statement<never, unknown>, { sql: string; bind: Bind }>();
  /** The one that runs the task. */
  let active = primary;
  let isEnding = false;
  let served: ReplicaOutcome | undefined;

  const query = async (sql: string, values: unknown[], rowMode?: 'array') => {
    if (isEnding) throw new TaskEnded();
    return active.query(sql, values, rowMode);
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

  const runOn = async <T>(server: LaneServer, work: (client: pg.PoolClient) => Promise<T>): Promise<T> => {
    const client = await server.connect();
    active = server;
    server.client = client;
    let isBroken = false;
    try {
      return await work(client);
    } catch (error) {
      isBroken = true;
      throw isEnding ? new TaskEnded() : error;
    } finally {
      // A cancellation can arrive late and would hit the next task, so the connection is not used again.
      client.release(isBroken || isEnding);
      server.client = undefined;
      if (isEnding || (isBroken && server === primary)) await connectAhead(server);
    }
  };
  const run = async <T>(work: (client: pg.PoolClient) => Promise<T>, position?: WalPosition): Promise<T> => {
    isEnding = false;
    served = undefined;
    if (!replica || !gate) return runOn(primary, work);
    served = position ? (gate.closedTo(position) ?? 'replica') : 'no_position';
    if (served === 'replica') {
      try {
        return await runOn(replica, async (client) => {
          await translatingErrors(() => gate.pass(client, position as WalPosition));
          return work(client);
        });
      } catch (error) {
        served = gate.close(error);
        if (served === undefined) throw error;
      }
    }
    return runOn(primary, work);
  };
  if (!replica || !(await connectAhead(replica))) await connectAhead(primary);

  return {
    queries,
    served: () => served,
    read: (sql, values, notBefore) =>
      run(async () => {
        const { fields, rows } = await query(sql, values, 'array');
        return { columns: fields.map(({ name }) => name), rows: rows as unknown[][] };
      }, notBefore),
    inSnapshot: (work, notBefore) =>
      run(async (client) => {
        await translatingErrors(() => client.query('begin isolation level repeatable read read only'));
        if (active.isPooled) await translatingErrors(() => client.query(setForTransaction.text));
        const value = await work();
        await translatingErrors(() => client.query('commit'));
        return value;
      }, notBefore),
    end: () => {
      isEnding = true;
      active.cancel();
    },
  };
}

/** Connecting must not count as time of the next task, which reports an error of its own. */
const connectAhead = (server: LaneServer): Promise<boolean> =>
  server.connect().then(
    (client) => {
      client.release();
      return true;
    },
    () => false,
  );
