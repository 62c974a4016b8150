import pg from 'pg';
import { newestStep } from '../migration/migration-files.ts';
import type { Statement } from '../statements/statement.ts';
import { urlsOfHosts } from './hosts.ts';
import { clientOfPrimary } from './primary.ts';

/** A PostgreSQL server, reached directly or through a pooler that lends a session for one transaction at a time. */
export interface PostgresServer {
  /** With several hosts, the one that accepts writes is meant. */
  url: string;
  /** A pooled session may be another one in each transaction, so nothing may be set, listened to or kept in it. */
  isPooled: boolean;
  /** Whether statements stay prepared by name. A pooler must follow the names for that, as PgBouncer does from 1.21 on. */
  hasNamedStatements: boolean;
  /** The server behind the pooler. */
  directUrl?: string | undefined;
}

export const directServer = (url: string): PostgresServer => ({
  url,
  isPooled: false,
  hasNamedStatements: true,
});

const connectTimeoutMs = 5_000;
/** From the first unanswered probe the system tries for ten more seconds, then it ends the connection. */
const keepAliveAfterMs = 5_000;

/** No statement runs longer. Reads have a shorter limit of their own (lanes/). */
export const statementTimeoutMs = 60_000;

const sessionSettings = {
  // With custom plans, PostgreSQL plans a prepared statement at each call, which cost two to four times its execution.
  plan_cache_mode: 'force_generic_plan',
  // Starting workers, or compiling a plan, takes 10 ms and more. Generic plans are chosen for a tenth of all rows, so the first
  // page of 1,000,000 tickets got two workers: 15 ms instead of 1.
  max_parallel_workers_per_gather: '0',
  jit: 'off',
  statement_timeout: `${statementTimeoutMs}`,
  // A process that is paused inside a transaction must not hold up the others: the server ends its session first.
  idle_in_transaction_session_timeout: '4s',
  lock_timeout: '5s',
};

/**
 * A transaction waits so long for a lock, then fails and is repeated (`withRetries`). The transactions of a paused process
 * fail too and are not repeated: without it they would get the lock one after the other, each for the 4 s above. Longer than
 * `deadlock_timeout` (1 s), so that PostgreSQL still ends one of two transactions that wait for each other. Twice this is
 * shorter than 4 s: who waits for a row waits for its queue first, then for its holder.
 */
const writerSettings = { ...sessionSettings, lock_timeout: '1500ms' };

/** Sets them until the end of the transaction: what is set in a pooled session would be kept there for others. */
const setLocally = (settings: Record<string, string>): Statement<object, unknown> => ({
  text: `select ${Object.entries(settings)
    .map(([name, value]) => `set_config('${name}', '${value}', true)`)
    .join(', ')}`,
});
export const setForReads = setLocally(sessionSettings);
export const setForTransaction = setLocally(writerSettings);

const schemaStep = newestStep('postgres');

/** Names the schema step that this process knows: a migration tells by it who may go on (postgres-takeover.ts). */
export const sessionName = (use: string) => `${use} schema ${schemaStep}`;

/** `Client` is the class to connect with. */
export type ConnectionConfig = pg.ClientConfig & { Client: typeof pg.Client };

export function clientConfig(
  { url, isPooled }: PostgresServer,
  settings: Record<string, string> = sessionSettings,
): ConnectionConfig {
  const shared: pg.ClientConfig = {
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveAfterMs,
    application_name: sessionName('docket'),
    ...(!isPooled && {
      options: Object.entries(settings)
        .map(([name, value]) => `-c ${name}=${value}`)
        .join(' '),
    }),
  };
  const configs = urlsOfHosts(url).map((connectionString) => ({ ...shared, connectionString }));
  const Client = configs.length === 1 ? pg.Client : clientOfPrimary(url, configs);
  return { ...(configs[0] as pg.ClientConfig), Client };
}

export const newClient = ({ Client, ...config }: ConnectionConfig): pg.Client => new Client(config);

interface PoolOptions {
  pipeline?: boolean;
  /** For transactions that write. */
  isForWriters?: boolean;
  connectTimeoutMs?: number | undefined;
}

export function connectPool(
  server: PostgresServer,
  max: number,
  {
    pipeline = false,
    isForWriters = false,
    connectTimeoutMs: connectionTimeoutMillis = connectTimeoutMs,
  }: PoolOptions = {},
): pg.Pool {
  const settings = isForWriters ? writerSettings : sessionSettings;
  const config = { ...clientConfig(server, settings), connectionTimeoutMillis };
  const pool = new pg.Pool({ ...config, max, pipeline, types: { getTypeParser } });
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
