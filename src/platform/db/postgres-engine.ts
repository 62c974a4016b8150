import type pg from 'pg';
import { type Database, DatabaseUnavailable } from './database.ts';
import { openReadLanes } from './lanes/open-read-lanes.ts';
import { clientConfig, connectPool } from './postgres-client.ts';
import { isConnectionLost } from './postgres-errors.ts';
import { newPostgresNotifications } from './postgres-notifications.ts';
import { newPipeline } from './postgres-pipeline.ts';
import { PostgresPresence } from './postgres-presence.ts';
import { type Execute, queriesOn, statementNames, unansweredCount } from './postgres-query.ts';
import { SilenceWatch } from './postgres-silence.ts';
import { runTransaction, withRetries } from './postgres-transaction.ts';
import { statement } from './statement.ts';

const defaultConnections = 10;
const readConnections = 4;

const serverState = statement<object, { acceptsNoWrites: boolean }>(`
  select pg_is_in_recovery() or current_setting('default_transaction_read_only') = 'on' as "acceptsNoWrites"`);

export interface PostgresAddress {
  url: string;
  /** A replica for worker reads; without it they use the main server. */
  readUrl?: string | undefined;
  /** For transactions, one at a time each. */
  connections?: number;
}

export function openPostgres({ url, readUrl, connections = defaultConnections }: PostgresAddress): Database {
  const silence = new SilenceWatch(clientConfig(url));
  const watch = (client: pg.Client) => silence.add(client, () => unansweredCount(client) > 0);
  const pool = connectPool(url, connections, { pipeline: true });
  pool.on('connect', (client) => watch(client as unknown as pg.Client));
  const prepare = statementNames();
  const pipeline = newPipeline(clientConfig(url), readConnections, watch);
  const send: Execute = (query) => {
    pipeline.send(query);
    return query.result;
  };
  const reads = queriesOn(prepare, (query) =>
    send(query).catch((error: unknown) => {
      // A read can run twice. If the new connection is refused, the database is down.
      if (query.wasSent && isConnectionLost(error)) return send(query.again());
      throw error;
    }),
  );
  const lanes = openReadLanes({ engine: 'postgres', url: readUrl ?? url });
  const presence: PostgresPresence = new PostgresPresence(reads, () => notifications.holdLock());
  const notifications = newPostgresNotifications(url, pool, {
    processId: presence.id,
    onReplaced: () => presence.doubt(),
  });

  return {
    engine: 'postgres',
    reads,
    ...lanes.ownReads,
    readsFor: lanes.readsFor,
    transaction: async (work) => {
      const { value, hasNotification } = await withRetries(() => runTransaction(pool, prepare, work));
      if (hasNotification) notifications.notify();
      return value;
    },
    subscribe: notifications.subscribe,
    status: () => ({
      lanes: lanes.status(),
      pool: {
        max: connections,
        inUse: pool.totalCount - pool.idleCount,
        idle: pool.idleCount,
        waiting: pool.waitingCount,
      },
    }),
    presence,
    ping: async () => {
      const server = await reads.find(serverState, {});
      if (server?.acceptsNoWrites) {
        throw new DatabaseUnavailable('the database accepts no writes', { reason: 'read-only' });
      }
    },
    close: async () => {
      silence.stop();
      await notifications.close();
      await lanes.stop();
      await pipeline.close();
      await pool.end();
    },
  };
}
