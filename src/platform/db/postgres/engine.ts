import type pg from 'pg';
import { type Database, DatabaseUnavailable } from '../database.ts';
import { openReadLanes } from '../lanes/open-read-lanes.ts';
import { statement } from '../statements/statement.ts';
import { clientConfig, connectPool, directServer } from './client.ts';
import { ConnectionShares } from './connection-shares.ts';
import { isConnectionLost } from './errors.ts';
import { newPostgresNotifications } from './notifications.ts';
import { newPipeline } from './pipeline.ts';
import { inspectServer } from './pooler.ts';
import { PostgresPresence } from './presence.ts';
import { type Execute, queriesOn, statementNames, unansweredCount } from './query.ts';
import { newPositionReader } from './replica-position.ts';
import { newPostgresSharedCounts } from './shared-counts.ts';
import { SilenceWatch } from './silence.ts';
import { runTransaction, withRetries } from './transaction.ts';

const defaultConnections = 10;
const readConnections = 4;

const serverState = statement<object, { acceptsNoWrites: boolean }>(`
  select pg_is_in_recovery() or current_setting('default_transaction_read_only') = 'on' as "acceptsNoWrites"`);

export interface PostgresAddress {
  url: string;
  /** The server itself, if `url` leads to a pooler such as PgBouncer. Used for LISTEN and migrations. */
  directUrl?: string | undefined;
  /** A streaming replica for worker reads. They use the primary if the replica is behind or gone. */
  readUrl?: string | undefined;
  /** The number of connections for transactions, which use one each. */
  connections?: number;
}

export async function openPostgres({
  url,
  directUrl,
  readUrl,
  connections = defaultConnections,
}: PostgresAddress): Promise<Database> {
  const server = directUrl ? { ...(await inspectServer(url)), directUrl } : directServer(url);
  const silence = new SilenceWatch(server);
  const watch = (client: pg.Client) => silence.add(client, () => unansweredCount(client) > 0);
  const pool = connectPool(server, connections, { pipeline: true, isForWriters: true });
  pool.on('connect', watch);
  const prepare = statementNames(server);
  const transactions = { prepare, isPooled: server.isPooled };
  const shares = new ConnectionShares(connections);
  const pipeline = newPipeline(clientConfig(server), readConnections, watch);
  const send: Execute = (query) => {
    pipeline.send(query);
    return query.result;
  };
  const reads = queriesOn(prepare, (query) =>
    send(query).catch((error: unknown) => {
      // A read may run twice. If the new connection is refused, the database is down.
      if (query.wasSent && isConnectionLost(error)) return send(query.again());
      throw error;
    }),
  );
  const replica = readUrl === undefined ? undefined : directServer(readUrl);
  const lanes = openReadLanes(
    { engine: 'postgres', server, replica },
    { readPosition: replica && newPositionReader(reads) },
  );
  const presence: PostgresPresence = new PostgresPresence(reads, () => notifications.holdLock());
  const notifications = newPostgresNotifications(directUrl ?? url, pool, {
    processId: presence.id,
    onReplaced: () => presence.doubt(),
  });

  return {
    engine: 'postgres',
    reads,
    ...lanes.ownReads,
    readsFor: lanes.readsFor,
    transaction: async (work, person) => {
      const { value, hasNotification } = await shares.run(person, (statements) =>
        withRetries(() => runTransaction(pool, { ...transactions, statements }, work)),
      );
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
    sharedCounts: newPostgresSharedCounts(reads, presence.id),
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
