import pg from 'pg';

const connectTimeoutMs = 5_000;
/** From the first unanswered probe the system tries for ten more seconds, then it ends the connection. */
const keepAliveAfterMs = 5_000;

const sessionSettings = {
  // With custom plans, PostgreSQL plans a prepared statement at each call, which cost two to four times its execution.
  plan_cache_mode: 'force_generic_plan',
  statement_timeout: '60s',
  // A process that is paused inside a transaction must not hold up the others: the server ends its session first.
  idle_in_transaction_session_timeout: '4s',
  lock_timeout: '5s',
};

export const clientConfig = (url: string): pg.ClientConfig => ({
  connectionString: url,
  connectionTimeoutMillis: connectTimeoutMs,
  keepAlive: true,
  keepAliveInitialDelayMillis: keepAliveAfterMs,
  application_name: 'docket',
  options: Object.entries(sessionSettings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' '),
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
