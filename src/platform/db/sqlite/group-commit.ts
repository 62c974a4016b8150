import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { DatabaseUnavailable, type Tx, type Unavailability } from '../database.ts';
import { FairQueue } from '../lanes/fair-queue.ts';
import { isLong, tooManySlow } from '../long-transactions.ts';
import { commits } from '../measurements.ts';
import { SlowWriterRests } from '../slow-writer-rests.ts';
import { isSqliteBusy } from './errors.ts';

interface Job {
  person: string;
  work: (tx: Tx) => Promise<unknown>;
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
}

interface GroupCommitSettings {
  tx: Tx;
  beforeBegin?: () => Promise<void> | undefined;
  afterBegin?: () => void;
  /** Called when all transactions of the group have run. */
  beforeCommit?: () => Promise<void> | undefined;
  /** Counts the writing statements that have run in `tx`. */
  writes: () => number;
  translate: (error: unknown) => unknown;
  /** Calls `commit` and resolves when it may be acknowledged. */
  commitDurably: (commit: () => void) => Promise<void>;
  afterCommit: () => void;
  jobsPerCommit?: number | undefined;
}

/** A commit that fails for one of these reasons was rolled back as a whole. */
const rolledBack: Unavailability[] = ['full', 'read-only', 'busy'];

/** After any other failure, such as a failed fsync, the log may contain the whole transaction and recovery may find it. */
function unlessRolledBack(failure: unknown): unknown {
  if (failure instanceof DatabaseUnavailable && rolledBack.includes(failure.reason)) return failure;
  return new DatabaseUnavailable('the database failed during a commit', {
    cause: failure,
    reason: 'lost-in-commit',
  });
}

type Outcome = { job: Job; value: unknown } | { job: Job; error: unknown };

const jobsPerCommitMax = 256;
// How long a group accepts further transactions. None of them is answered before the whole group is committed.
const groupMsMax = 100;
const noPerson = '';
const slowWaitingMax = 8;
const quietTurnsMin = 3;
const lockTimeoutMs = 10_000;
const lockPollMs = 1;
const restPollMs = 5;

/**
 * Group commit: transactions that wait at the same time share one commit, because the fsync of the commit dominates the
 * cost of a durable write. People are served in turn, and a group ends after 100 ms; otherwise everybody would wait for
 * the bulk changes of one person. Each transaction resolves only after the shared commit, so an acknowledged change is
 * on disk. A failed transaction does not affect the others of its group. A savepoint for each would ensure that, but
 * SQLite then journals every page the transaction touches, a fifth of the cost of creating a ticket, and failures after
 * a write are rare. So a group runs without savepoints; if a transaction fails after a write, the whole group is rolled
 * back and the others run again with a savepoint each.
 */
export class GroupCommit {
  readonly #connection: DatabaseSync;
  readonly #beginStatement: StatementSync;
  readonly #commitStatement: StatementSync;
  readonly #settings: GroupCommitSettings;
  readonly #jobsMax: number;
  readonly #waiting = new FairQueue<Job>();
  readonly #rests = new SlowWriterRests();
  /** How long the last commit took. */
  #commitMs = 0;
  #running: Promise<void> | undefined;

  constructor(connection: DatabaseSync, settings: GroupCommitSettings) {
    this.#connection = connection;
    this.#beginStatement = connection.prepare('begin immediate');
    this.#commitStatement = connection.prepare('commit');
    this.#settings = settings;
    this.#jobsMax = settings.jobsPerCommit ?? jobsPerCommitMax;
  }

  submit<T>(work: (tx: Tx) => Promise<T>, person = noPerson): Promise<T> {
    if (person !== noPerson) this.#rests.noteSubmitted(person);
    return new Promise<T>((resolve, reject) => {
      this.#waiting.add({ person, work, resolve: resolve as (value: unknown) => void, reject });
      this.#refuseTooManySlow(person);
      this.#running ??= this.#drain();
    });
  }

  /** Waiting requests count as load, which would make the server refuse requests of everybody else. */
  #refuseTooManySlow(person: string): void {
    if (!this.#rests.isSlow(person)) return;
    for (const job of this.#waiting.takeBeyond(person, slowWaitingMax)) job.reject(tooManySlow());
  }

  async finish(): Promise<void> {
    await this.#running;
  }

  async #drain(): Promise<void> {
    while (this.#waiting.size > 0) {
      await this.#gather();
      const first = this.#takeNext();
      if (first) await this.#commitTogether(first);
      else await wait(restPollMs);
    }
    this.#running = undefined;
  }

  /**
   * A request takes some turns of the event loop before it submits its transaction. This waits for such requests while
   * more transactions arrive, but no longer than the last commit took.
   */
  async #gather(): Promise<void> {
    const until = performance.now() + this.#commitMs;
    for (let quietTurns = 0; quietTurns < quietTurnsMin; quietTurns++) {
      const known = this.#waiting.size;
      await new Promise((resolve) => setImmediate(resolve));
      if (this.#waiting.size >= this.#jobsMax || performance.now() >= until) return;
      if (this.#waiting.size > known) quietTurns = -1;
    }
  }

  /** Takes the next job by turns, skipping people who must wait after a long transaction. */
  #takeNext(): Job | undefined {
    return this.#waiting.take((person) => !this.#rests.mustRest(person));
  }

  async #commitTogether(first: Job): Promise<void> {
    const jobs = [first];
    let outcomes: Outcome[] | undefined;
    let hasBegun = false;
    let isCommitting = false;
    try {
      await this.#settings.beforeBegin?.();
      await this.#begin();
      hasBegun = true;
      this.#settings.afterBegin?.();
      const first = await this.#runWithoutSavepoints(jobs);
      outcomes = first.hasUndone ? await this.#runAgain(first.outcomes) : first.outcomes;
      await this.#settings.beforeCommit?.();
      const startedAt = performance.now();
      isCommitting = true;
      await this.#settings.commitDurably(() => this.#commitStatement.run());
      this.#commitMs = performance.now() - startedAt;
      if (commits.isWanted) commits.publish({ ms: this.#commitMs, transactions: jobs.length });
    } catch (error) {
      this.#rollBack();
      const failure = this.#settings.translate(error);
      // The waiting transactions would fail on the same lock one after the other, so they fail now.
      if (!hasBegun) jobs.push(...this.#waiting.takeAll());
      for (const job of jobs) job.reject(isCommitting ? unlessRolledBack(failure) : failure);
      return;
    }
    for (const outcome of outcomes) {
      if ('error' in outcome) outcome.job.reject(outcome.error);
      else outcome.job.resolve(outcome.value);
    }
    this.#settings.afterCommit();
  }

  #rollBack(): void {
    try {
      if (this.#connection.isTransaction) this.#connection.exec('rollback');
    } catch {
      // SQLite reports again the damage or I/O error that failed the transaction, which has ended.
    }
  }

  /** Runs the jobs. If one fails after a write, its rollback also undoes the writes of those before it. */
  async #runWithoutSavepoints(jobs: Job[]): Promise<{ outcomes: Outcome[]; hasUndone: boolean }> {
    const { writes } = this.#settings;
    const outcomes: Outcome[] = [];
    const until = performance.now() + groupMsMax;
    // Transactions that arrive from now on belong to the next group.
    const jobsMax = Math.min(this.#jobsMax, jobs.length + this.#waiting.size);
    let writesAtBegin = writes();
    for (let job = jobs[0]; job; job = this.#takeInto(jobs, jobsMax, until)) {
      const before = writes();
      try {
        outcomes.push({ job, value: await this.#timed(job) });
      } catch (error) {
        if (!this.#connection.isTransaction) throw error;
        outcomes.push({ job, error });
        if (writes() === before) continue;
        this.#connection.exec('rollback');
        await this.#begin();
        if (before !== writesAtBegin) return { outcomes, hasUndone: true };
        writesAtBegin = writes();
      }
    }
    return { outcomes, hasUndone: false };
  }

  /** Runs the undone jobs again. A job that failed is answered with its failure and not repeated. */
  async #runAgain(undone: Outcome[]): Promise<Outcome[]> {
    const outcomes: Outcome[] = [];
    for (const outcome of undone)
      outcomes.push('error' in outcome ? outcome : await this.#runInSavepoint(outcome.job));
    return outcomes;
  }

  #takeInto(jobs: Job[], jobsMax: number, until: number): Job | undefined {
    if (jobs.length >= jobsMax || performance.now() > until) return undefined;
    const job = this.#takeNext();
    if (job) jobs.push(job);
    return job;
  }

  async #timed({ work, person }: Job): Promise<unknown> {
    const { tx, writes } = this.#settings;
    const before = writes();
    const startedAt = performance.now();
    try {
      return await work(tx);
    } finally {
      if (person !== noPerson && isLong(writes() - before))
        this.#rests.noteLongTransaction(person, performance.now() - startedAt);
      this.#refuseTooManySlow(person);
    }
  }

  async #runInSavepoint(job: Job): Promise<Outcome> {
    this.#connection.exec('savepoint job');
    try {
      const value = await this.#timed(job);
      this.#connection.exec('release job');
      return { job, value };
    } catch (error) {
      // A full disk or an I/O error ends the whole transaction with its savepoints, so the whole group fails.
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
