import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import {
  type Bind,
  binder,
  type Database,
  DatabaseUnavailable,
  type Queries,
  type Tx,
  UniqueViolation,
} from './database.ts';
import { openReadLanes } from './lanes/open-read-lanes.ts';
import { newPostgresNotifications } from './postgres-notifications.ts';
import { compileStatement, type Statement } from './statement.ts';

const connectionsMax = 10;
const transactionTriesMax = 5;
const brokenReference = '23503';
// Each statement is a round trip.
const rowsPerInsert = 100;

export interface PostgresAddresses {
  url: string;
  /** A replica for worker reads; without it they use the main server. */
  readUrl?: string | undefined;
}

export function openPostgres({ url, readUrl }: PostgresAddresses): Database {
  const pool = connectPool(url);
  const name = statementNames();
  const lanes = openReadLanes({ engine: 'postgres', url: readUrl ?? url });
  const notifications = newPostgresNotifications(url, pool);

  return {
    engine: 'postgres',
    reads: queriesOn(pool, name),
    ...lanes.ownReads,
    readsFor: lanes.readsFor,
    transaction: async (work) => {
      const { value, hasNotification } = await withRetries(() => runTransaction(pool, name, work));
      if (hasNotification) notifications.notify();
      return value;
    },
    subscribe: notifications.subscribe,
    ping: async () => void (await translatingErrors(() => pool.query('select 1'))),
    close: async () => {
      await notifications.close();
      await lanes.stop();
      await pool.end();
    },
  };
}

export function connectPool(url: string, max: number = connectionsMax): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: 10_000,
    application_name: 'docket',
    // With custom plans, PostgreSQL plans a prepared statement at each call, which cost two to four times its execution.
    options: '-c plan_cache_mode=force_generic_plan -c statement_timeout=60000',
    types: { getTypeParser },
  });
  // Without a listener, a broken idle connection ends the process. The pool replaces the connection.
  pool.on('error', () => {});
  return pool;
}

/** Counts and times are bigint columns and JavaScript numbers: they stay far below 2^53. */
const getTypeParser = ((oid: number, format: 'text') =>
  oid === pg.types.builtins.INT8
    ? Number
    : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser;

interface Named {
  name: string;
  sql: string;
  bind: Bind;
}
type Naming = (shape: Statement<never, unknown>) => Named;

/** A named statement is prepared once per connection. */
function statementNames(): Naming {
  const known = new WeakMap<Statement<never, unknown>, Named>();
  let count = 0;
  return (shape) => {
    let entry = known.get(shape);
    if (!entry) {
      const { sql, names } = compileStatement(shape.text, 'postgres');
      entry = { sql, bind: binder(names, undefined, shape), name: `docket_${++count}` };
      known.set(shape, entry);
    }
    return entry;
  };
}

function queriesOn(target: pg.Pool | pg.PoolClient, name: Naming): Queries {
  const query = (shape: Statement<never, unknown>, params: object) => {
    const compiled = name(shape);
    const values = compiled.bind(params);
    return translatingErrors(() => target.query({ name: compiled.name, text: compiled.sql, values }));
  };
  return {
    find: async (shape, params) => (await query(shape, params)).rows[0],
    list: async (shape, params) => (await query(shape, params)).rows,
    run: async (shape, params) => (await query(shape, params)).rowCount ?? 0,
  };
}

async function runTransaction<T>(pool: pg.Pool, name: Naming, work: (tx: Tx) => Promise<T>) {
  const client = await translatingErrors(() => pool.connect());
  let hasNotification = false;
  const notify = () => {
    hasNotification = true;
  };
  let broken: Error | undefined;
  try {
    await translatingErrors(() => client.query('begin'));
    const advisoryLock = async (lock: string) =>
      void (await translatingErrors(() =>
        client.query('select pg_advisory_xact_lock(hashtext($1))', [lock]),
      ));
    const tx = {
      ...queriesOn(client, name),
      isTransaction: true as const,
      rowsPerInsert,
      notify,
      advisoryLock,
    };
    const value = await work(tx);
    await translatingErrors(() => client.query('commit'));
    return { value, hasNotification };
  } catch (error) {
    await client.query('rollback').catch((lost: Error) => {
      broken = lost;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}

/**
 * Serialisation failures and deadlocks succeed on retry. A broken foreign key is retried too: another transaction deleted
 * the referenced row, or inserted it, between the check of the use case and its write, and the second check sees that.
 */
const retriedCodes = ['40001', '40P01', brokenReference];

async function withRetries<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run();
    } catch (error) {
      const code = (error as { code?: string }).code;
      if (!code || !retriedCodes.includes(code)) throw error;
      if (attempt === transactionTriesMax) {
        if (code === brokenReference) throw error;
        throw new DatabaseUnavailable('too many transactions change the same rows', { cause: error });
      }
      await wait(Math.random() * 10 * 2 ** attempt);
    }
  }
}

/** Runs a query and translates its errors to those of database.ts. */
export async function translatingErrors<T>(query: () => Promise<T>): Promise<T> {
  try {
    return await query();
  } catch (error) {
    throw translate(error);
  }
}

// The last three SQLSTATE patterns: too many connections, role or password refused, no such database.
const unreachable =
  /ECONNREFUSED|ECONNRESET|ENOENT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|EPIPE|^57P0|^08|^53300|^28|^3D/;

function translate(error: unknown): unknown {
  if (error instanceof AggregateError) return translate(error.errors[0]);
  if (!(error instanceof Error)) return error;
  const { code = '', table } = error as { code?: string; table?: string };
  if (code === '23505') return new UniqueViolation(table ?? 'unknown');
  if (unreachable.test(code) || /timeout exceeded|Connection terminated/.test(error.message)) {
    return new DatabaseUnavailable('the database does not answer', { cause: error });
  }
  return error;
}
