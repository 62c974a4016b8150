import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { DatabaseUnavailable, type Tx, type Work } from '../database.ts';
import { commits, poolWaits } from '../measurements.ts';
import type { Statement } from '../statements/statement.ts';
import { sendTogether } from './batch.ts';
import { type PostgresServer, setForTransaction } from './client.ts';
import type { StatementCount } from './connection-shares.ts';
import { isConnectionLost, StatementSkipped, translatingErrors } from './errors.ts';
import { releaseToPool } from './pipeline.ts';
import { type Execute, type Prepare, PreparedQuery, type QueryResult, queriesOn } from './query.ts';

// A statement of 100 rows is planned and sent as one.
const rowsPerInsert = 100;
// In a bulk load, this many statements are sent before the first answer is awaited.
const unansweredMax = 16;
const transactionTriesMax = 5;
// Twice the 4 s for which a paused process can hold a lock (postgres/client.ts).
const lockWaitMaxMs = 8_000;
// At 4 ms each, the last one waits 0.2 s. Further ones are refused at once instead of after a wait of seconds.
const waitingPerConnectionMax = 50;
const brokenReference = '23503';

/** A statement without parameters and rows. */
type Command = Statement<object, unknown>;
const begin: Command = { text: 'begin' };
const commit: Command = { text: 'commit' };
const rollback: Command = { text: 'rollback' };
const doNotAwaitDisk: Command = { text: 'set local synchronous_commit = off' };
const takeAdvisoryLock: Statement<{ lock: string }, unknown> = {
  text: 'select pg_advisory_xact_lock(hashtext(:lock))',
};

/**
 * Runs the work in a transaction. `begin` and the statements of `tx.send` are not awaited: they are sent with the next
 * awaited statement, so they cost no round trip. `commitNow` sends the commit with the last statements. After a failure
 * the server skips or refuses every later statement, including the commit; the first failure is thrown.
 */
export async function runTransaction<T>(
  pool: pg.Pool,
  {
    prepare,
    isPooled,
    statements,
  }: { prepare: Prepare; statements: StatementCount } & Pick<PostgresServer, 'isPooled'>,
  work: Work<T>,
) {
  // The transaction waited for its turn until after the server closed its connections.
  if (pool.ending) throw new DatabaseUnavailable('the connections to the database are closed');
  if (pool.waitingCount >= waitingPerConnectionMax * (pool.options.max ?? 1)) throw tooManyWait();
  const startedAt = performance.now();
  const client = await translatingErrors(() => pool.connect());
  if (poolWaits.isWanted) poolWaits.publish({ waitedMs: performance.now() - startedAt });
  let isBroken = false;
  let hasNotification = false;
  let committing: Promise<QueryResult> | undefined;
  let commitStartedAt = 0;
  let failure: unknown;
  let unanswered: Promise<unknown>[] = [];

  const start: Execute = (query) => {
    statements.add(1);
    sendTogether(client, query, 'all or none');
    return query.result;
  };
  const answerTo = async (started: Promise<QueryResult>) => {
    try {
      const result = await started;
      unanswered = [];
      return result;
    } catch (error) {
      await Promise.all(unanswered);
      throw failure ?? error;
    }
  };
  const refuseAfterCommit = () => {
    if (committing) throw new Error('a statement follows the commit of its transaction');
  };
  const execute: Execute = async (query) => {
    refuseAfterCommit();
    return answerTo(start(query));
  };
  const send = (query: PreparedQuery) => {
    refuseAfterCommit();
    const noteFailure = (error: unknown) => {
      failure ??= error;
    };
    unanswered.push(start(query).catch(noteFailure));
  };
  const queries = queriesOn(prepare, execute);
  const tx: Tx = {
    ...queries,
    isTransaction: true,
    rowsPerInsert,
    send: async (shape, params) => {
      const prepared = prepare(shape);
      send(new PreparedQuery(prepared, prepared.bind(params)));
      if (unanswered.length > unansweredMax) await unanswered.shift();
    },
    notify: () => {
      hasNotification = true;
    },
    advisoryLock: async (lock) => void (await queries.find(takeAdvisoryLock, { lock })),
    expectManyStatements: () => statements.expectMany(),
    doNotAwaitDisk: async () => send(new PreparedQuery(prepare(doNotAwaitDisk), [])),
  };
  const commitNow = () => {
    if (committing) return committing;
    committing = start(new PreparedQuery(prepare(commit), []));
    // Its failure is handled when the work is done.
    committing.catch(() => {});
    commitStartedAt = performance.now();
    return committing;
  };
  try {
    send(new PreparedQuery(prepare(begin), []));
    if (isPooled) send(new PreparedQuery(prepare(setForTransaction), []));
    const value = await work(tx, () => void commitNow());
    await translatingErrors(async () => {
      const { tag } = await answerTo(commitNow());
      if (commits.isWanted) commits.publish({ ms: performance.now() - commitStartedAt, transactions: 1 });
      // The server answers the commit of a failed transaction with a rollback.
      if (failure || tag !== 'COMMIT') throw failure ?? new Error('a statement of the transaction failed');
    });
    return { value, hasNotification };
  } catch (error) {
    const isCommitting = committing !== undefined && !(await isSkipped(committing));
    await start(new PreparedQuery(prepare(rollback), [])).catch(() => {
      isBroken = true;
    });
    if (isConnectionLost(error)) throw isCommitting ? lostInCommit(error) : new LostInTransaction(error);
    // The URL may lead to another server by now, so the connection is not reused.
    if (error instanceof DatabaseUnavailable && error.reason === 'read-only') isBroken = true;
    throw error;
  } finally {
    releaseToPool(client, { isBroken });
  }
}

const isSkipped = (started: Promise<QueryResult>) =>
  started.then(
    () => false,
    (error: unknown) => error instanceof StatementSkipped,
  );

const tooManyWait = () =>
  new DatabaseUnavailable('too many transactions wait for a connection', { reason: 'busy' });

/** The connection was lost before the server ran the commit, so nothing was changed. */
class LostInTransaction extends DatabaseUnavailable {
  constructor(cause: unknown) {
    super('the connection to the database was lost', { cause });
  }
}

const lostInCommit = (cause: unknown) =>
  new DatabaseUnavailable('the connection to the database was lost during a commit', {
    cause,
    reason: 'lost-in-commit',
  });

/**
 * Serialisation failures and deadlocks succeed on retry. A broken foreign key is retried too: another transaction
 * deleted or inserted the referenced row between the check of the use case and its write, and a second check sees that.
 * Transactions that lost their connection or waited for a lock are retried until `lockWaitMaxMs` have passed.
 */
const retriedCodes = ['40001', '40P01', brokenReference];

const isLockTimeout = (error: unknown) =>
  error instanceof DatabaseUnavailable && (error.cause as { code?: string } | undefined)?.code === '55P03';

export async function withRetries<T>(run: () => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  for (let failures = 0; ; ) {
    try {
      return await run();
    } catch (error) {
      if (isLockTimeout(error) && performance.now() - startedAt < lockWaitMaxMs) continue;
      failures++;
      // Retries once, over another connection: if that one fails too, the database is down.
      if (error instanceof LostInTransaction && failures === 1) continue;
      const code = (error as { code?: string }).code;
      if (!code || !retriedCodes.includes(code)) throw error;
      if (failures === transactionTriesMax) {
        if (code === brokenReference) throw error;
        throw new DatabaseUnavailable('too many transactions change the same rows', {
          cause: error,
          reason: 'busy',
        });
      }
      await wait(Math.random() * 10 * 2 ** failures);
    }
  }
}
