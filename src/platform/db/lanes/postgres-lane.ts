import type pg from 'pg';
import type { Queries } from '../database.ts';
import type { PostgresServer } from '../postgres/client.ts';
import { translatingErrors } from '../postgres/errors.ts';
import { queriesOn } from '../postgres/query.ts';
import type { ReplicaOutcome, WalPosition } from '../postgres/replica-position.ts';
import type { LaneConnection } from './lane-connection.ts';
import { TaskEnded } from './lane-messages.ts';
import { LaneServer } from './lane-server.ts';
import { ReplicaGate } from './replica-gate.ts';

/** Short, because a read can use the primary instead of waiting for a replica that is gone. */
const replicaConnectTimeoutMs = 1_000;

/** Runs a read on the replica if that has replayed every earlier commit, otherwise on the primary. */
export async function connectPostgresLane(
  address: PostgresServer,
  replicaAddress?: PostgresServer,
): Promise<LaneConnection> {
  const primary = new LaneServer(address);
  const replica = replicaAddress && new LaneServer(replicaAddress, replicaConnectTimeoutMs);
  const gate = replica && new ReplicaGate(() => replica.connect());
  /** The server that runs the current task. */
  let active = primary;
  let isEnding = false;
  let served: ReplicaOutcome | undefined;

  const throwIfEnded = () => {
    if (isEnding) throw new TaskEnded();
  };
  const queries: Queries = {
    ...queriesOn(
      (shape) => active.prepare(shape),
      async (query) => {
        throwIfEnded();
        return active.execute(query);
      },
    ),
    run: () => Promise.reject(new Error('Worker reads cannot write.')),
  };

  const runOn = async <T>(server: LaneServer, work: (client: pg.PoolClient) => Promise<T>): Promise<T> => {
    const client = await server.connect();
    active = server;
    server.client = client;
    let isBroken = false;
    try {
      throwIfEnded();
      return await work(client);
    } catch (error) {
      isBroken = true;
      throw isEnding ? new TaskEnded() : error;
    } finally {
      // A cancellation can arrive after its task has ended and would hit the next one, so the connection is not reused.
      server.release({ isBroken: isBroken || isEnding });
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
        const { fields, rows } = await active.read(sql, values);
        return { columns: fields.map(({ name }) => name), rows };
      }, notBefore),
    inSnapshot: (work, notBefore) =>
      run(async () => {
        // Neither is awaited: the `begin` is sent with the first statement of the work, and the answer does not wait
        // for the end.
        const begun = translatingErrors(() => active.begin());
        const [, done] = await Promise.allSettled([begun, work()]);
        await begun;
        if (done.status === 'rejected') throw done.reason;
        active.endTransaction();
        return done.value;
      }, notBefore),
    end: () => {
      isEnding = true;
      active.cancel();
    },
  };
}

/** Connects before the first task, whose time must not include it. A failure is reported by that task. */
const connectAhead = (server: LaneServer): Promise<boolean> =>
  server.connect().then(
    (client) => {
      client.release();
      return true;
    },
    () => false,
  );
