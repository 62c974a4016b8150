import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { DatabaseUnavailable, type Tx, type Unavailability } from './database.ts';
import { commits } from './measurements.ts';
import { isSqliteBusy } from './sqlite-errors.ts';

interface Job {
  work: (tx: Tx) => Promise<unknown>;
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
}

interface GroupCommitSettings {
  tx: Tx;
  afterBegin?: () => void;
  /** The number of writing statements that have run in `tx`. */
  writes: () => number;
  translate: (error: unknown) => unknown;
  /** Called between the commit and its acknowledgement. */
  assertStored?: () => void;
  afterCommit: () => void;
  jobsPerCommit?: number | undefined;
}

/** A commit that fails for one of these reasons has not written all of the transaction. */
const rolledBack: Unavailability[] = ['full', 'read-only', 'busy'];

/** After any other failure, a failed fsync for example, the log may hold the whole transaction and recovery may find it. */
function unlessRolledBack(failure: unknown): unknown {
  if (failure instanceof DatabaseUnavailable && rolledBack.includes(failure.reason)) return failure;
  return new DatabaseUnavailable('the database failed during a commit', {
    cause: failure,
    reason: 'lost-in-commit',
  });
}

type Outcome = { job: Job; value: unknown } | { job: Job; error: unknown };

const jobsPerCommitMax = 256;
const quietTurnsMin = 3;
const lockTimeoutMs = 10_000;
const lockPollMs = 1;

/**
 * Group commit: transactions that wait at the same time share one commit, because the fsync of the commit dominates the
 * cost of a durable write. Each resolves only after the shared commit, so an acknowledged change is on disk.
 *
 * A failed transaction does not affect the others of its group. A savepoint for each would ensure that, but SQLite then
 * journals every page the transaction touches, a fifth of the cost of creating a ticket, and failures after a write are
 * rare. So a group runs without savepoints; if a transaction fails after it wrote, the whole group is rolled back and
 * runs again with a savepoint for each.
 */
export class GroupCommit {
  readonly #connection: DatabaseSync;
  readonly #beginStatement: StatementSync;
  readonly #commitStatement: StatementSync;
  readonly #settings: GroupCommitSettings;
  readonly #jobsMax: number;
  #waiting: Job[] = [];
  /** The duration of the last commit. */
  #commitMs = 0;
  #running: Promise<void> | undefined;

  constructor(connection: DatabaseSync, settings: GroupCommitSettings) {
    this.#connection = connection;
    this.#beginStatement = connection.prepare('begin immediate');
    this.#commitStatement = connection.prepare('commit');
    this.#settings = settings;
    this.#jobsMax = settings.jobsPerCommit ?? jobsPerCommitMax;
  }

  submit<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#waiting.push({ work, resolve: resolve as (value: unknown) => void, reject });
      this.#running ??= this.#drain();
    });
  }

  async finish(): Promise<void> {
    await this.#running;
  }

  async #drain(): Promise<void> {
    while (this.#waiting.length > 0) {
      await this.#gather();
      await this.#commitTogether(this.#waiting.splice(0, this.#jobsMax));
    }
    this.#running = undefined;
  }

  /**
   * A request takes some turns of the event loop before its transaction is submitted. This waits for requests under way:
   * while more transactions arrive, and no longer than the last commit took.
   */
  async #gather(): Promise<void> {
    const until = performance.now() + this.#commitMs;
    for (let quietTurns = 0; quietTurns < quietTurnsMin; quietTurns++) {
      const known = this.#waiting.length;
      await new Promise((resolve) => setImmediate(resolve));
      if (this.#waiting.length >= this.#jobsMax || performance.now() >= until) return;
      if (this.#waiting.length > known) quietTurns = -1;
    }
  }

  async #commitTogether(jobs: Job[]): Promise<void> {
    let outcomes: Outcome[] | undefined;
    let isCommitting = false;
    try {
      await this.#begin();
      this.#settings.afterBegin?.();
      outcomes = await this.#runWithoutSavepoints(jobs);
      if (!outcomes) {
        this.#connection.exec('rollback');
        await this.#begin();
        outcomes = [];
        for (const job of jobs) outcomes.push(await this.#runInSavepoint(job));
      }
      const startedAt = performance.now();
      isCommitting = true;
      this.#commitStatement.run();
      this.#commitMs = performance.now() - startedAt;
      if (commits.isWanted) commits.publish({ ms: this.#commitMs, transactions: jobs.length });
      this.#settings.assertStored?.();
    } catch (error) {
      if (this.#connection.isTransaction) this.#connection.exec('rollback');
      const failure = this.#settings.translate(error);
      for (const job of jobs) job.reject(isCommitting ? unlessRolledBack(failure) : failure);
      return;
    }
    for (const outcome of outcomes) {
      if ('error' in outcome) outcome.job.reject(outcome.error);
      else outcome.job.resolve(outcome.value);
    }
    this.#settings.afterCommit();
  }

  /** Undefined if a transaction failed after it wrote, and a rollback would also undo writes of others before it. */
  async #runWithoutSavepoints(jobs: Job[]): Promise<Outcome[] | undefined> {
    const { tx, writes } = this.#settings;
    const outcomes: Outcome[] = [];
    let writesAtBegin = writes();
    for (const job of jobs) {
      const before = writes();
      try {
        outcomes.push({ job, value: await job.work(tx) });
      } catch (error) {
        if (!this.#connection.isTransaction) throw error;
        outcomes.push({ job, error });
        if (writes() === before) continue;
        if (before !== writesAtBegin) return undefined;
        this.#connection.exec('rollback');
        await this.#begin();
        writesAtBegin = writes();
      }
    }
    return outcomes;
  }

  async #runInSavepoint(job: Job): Promise<Outcome> {
    this.#connection.exec('savepoint job');
    try {
      const value = await job.work(this.#settings.tx);
      this.#connection.exec('release job');
      return { job, value };
    } catch (error) {
      // A full disk or an I/O error ends the whole transaction with its savepoints; then the whole group fails.
      if (!this.#connection.isTransaction) throw error;
      this.#connection.exec('rollback to job; release job');
      return { job, error };
    }
  }

  /** Polls for the write lock, which the indexer thread or another process may hold, without blocking the event loop. */
  async #begin(): Promise<void> {
    const deadline = performance.now() + lockTimeoutMs;
    for (;;) {
      try {
        this.#beginStatement.run();
        return;
      } catch (error) {
        if (!isSqliteBusy(error) || performance.now() > deadline) throw error;
      }
      await wait(lockPollMs);
    }
  }
}
