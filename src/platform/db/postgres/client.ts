import pg from 'pg';
import { newestStep } from '../migration/migration-files.ts';
import type { Statement } from '../statements/statement.ts';
import { urlsOfHosts } from './hosts.ts';
import { clientOfPrimary } from './primary.ts';

/** A PostgreSQL server, reached directly or through a pooler that lends a session for one transaction at a time. */
export interface PostgresServer {
  /** If it names several hosts, the one that accepts writes is used. */
  url: string;
  /** A pooled session may differ in each transaction, so no settings, LISTEN or session locks may be kept in it. */
  isPooled: boolean;
  /** True if statements stay prepared by name. A pooler must track the names for that, as PgBouncer does since 1.21. */
  hasNamedStatements: boolean;
  /** The URL of the server behind the pooler. */
  directUrl?: string | undefined;
}

export const directServer = (url: string): PostgresServer => ({
  url,
  isPooled: false,
  hasNamedStatements: true,
});

const connectTimeoutMs = 5_000;
/** After the first unanswered probe the system tries for ten more seconds, then it closes the connection. */
const keepAliveAfterMs = 5_000;

/** The time limit of every statement. Reads have a shorter limit of their own (lanes/). */
export const statementTimeoutMs = 60_000;

const sessionSettings = {
  // With custom plans, PostgreSQL plans a prepared statement at each call, which takes two to four times its execution.
  plan_cache_mode: 'force_generic_plan',
  // Starting parallel workers or compiling a plan takes 10 ms and more. Generic plans assume a tenth of all rows, so
  // the first page of 1,000,000 tickets used two workers: 15 ms instead of 1.
  max_parallel_workers_per_gather: '0',
  jit: 'off',
  statement_timeout: `${statementTimeoutMs}`,
  // A process that is paused inside a transaction must not block the others: the server ends its session after 4 s.
  idle_in_transaction_session_timeout: '4s',
  lock_timeout: '5s',
};

/**
 * A transaction waits this long for a lock, then fails and is repeated (`withRetries`). The transactions of a paused
 * process fail too and are not repeated; otherwise they would get the lock one after the other, each for the 4 s above.
 * The timeout is longer than `deadlock_timeout` (1 s), so that PostgreSQL still resolves deadlocks. Twice the timeout
 * is shorter than 4 s, because a transaction waits first for the queue of a row and then for its holder.
 */
const writerSettings = { ...sessionSettings, lock_timeout: '1500ms' };

/** Sets them for the transaction only, because a pooler would lend a changed session to others. */
const setLocally = (settings: Record<string, string>): Statement<object, unknown> => ({
  text: `select ${Object.entries(settings)
    .map(([name, value]) => `set_config('${name}', '${value}', true)`)
    .join(', ')}`,
});
export const setForReads = setLocally(sessionSettings);
export const setForTransaction = setLocally(writerSettings);

const schemaStep = newestStep('postgres');

/** Names the schema step that this process knows, by which a migration decides who may continue (postgres/takeover.ts). */
export const sessionName = (use: string) => `${use} schema ${schemaStep}`;

/** `Client` is the class of the connections. */
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
  /** True for transactions that write. */
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
  // Without a listener, a broken connection would end the process. The pool replaces the connection.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

/** Counts and times are bigint columns but JavaScript numbers: they stay far below 2^53. */
const getTypeParser = ((oid: number, format: 'text') =>
  oid === pg.types.builtins.INT8
    ? Number
    : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser;
