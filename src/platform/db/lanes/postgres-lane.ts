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
  /** The one that runs the task. */
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
      // A cancellation can arrive late and would hit the next task, so the connection is not used again.
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
        // Neither is awaited: the first goes with the first statement of the work, and the answer need not wait for the second.
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

/** Connecting must not count as time of the next task, which reports an error of its own. */
const connectAhead = (server: LaneServer): Promise<boolean> =>
  server.connect().then(
    (client) => {
      client.release();
      return true;
    },
    () => false,
  );
