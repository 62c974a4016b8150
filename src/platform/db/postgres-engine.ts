import pg from 'pg';
import type { Database } from './database.ts';
import { openReadLanes } from './lanes/open-read-lanes.ts';
import { translatingErrors } from './postgres-errors.ts';
import { newPostgresNotifications } from './postgres-notifications.ts';
import { newPipeline } from './postgres-pipeline.ts';
import { queriesOn, statementNames } from './postgres-query.ts';
import { runTransaction, withRetries } from './postgres-transaction.ts';

const defaultConnections = 10;
const readConnections = 4;

export interface PostgresAddress {
  url: string;
  /** A replica for worker reads; without it they use the main server. */
  readUrl?: string | undefined;
  /** For transactions, one at a time each. */
  connections?: number;
}

export function openPostgres({ url, readUrl, connections = defaultConnections }: PostgresAddress): Database {
  const pool = connectPool(url, connections, { pipeline: true });
  const prepare = statementNames();
  const pipeline = newPipeline(clientConfig(url), readConnections);
  const reads = queriesOn(prepare, (query) => {
    pipeline.send(query);
    return query.result;
  });
  const lanes = openReadLanes({ engine: 'postgres', url: readUrl ?? url });
  const notifications = newPostgresNotifications(url, pool);

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
    ping: async () => void (await translatingErrors(() => pool.query('select 1'))),
    close: async () => {
      await notifications.close();
      await lanes.stop();
      await pipeline.close();
      await pool.end();
    },
  };
}

const clientConfig = (url: string): pg.ClientConfig => ({
  connectionString: url,
  connectionTimeoutMillis: 10_000,
  application_name: 'docket',
  // With custom plans, PostgreSQL plans a prepared statement at each call, which cost two to four times its execution.
  options: '-c plan_cache_mode=force_generic_plan -c statement_timeout=60000',
});

export function connectPool(url: string, max: number, { pipeline = false } = {}): pg.Pool {
  const pool = new pg.Pool({ ...clientConfig(url), max, pipeline, types: { getTypeParser } });
  // Without a listener, a broken connection ends the process. The pool replaces the connection.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

/** Counts and times are bigint columns and JavaScript numbers: they stay far below 2^53. */
const getTypeParser = ((oid: number, format: 'text') =>
  oid === pg.types.builtins.INT8
    ? Number
    : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser;
