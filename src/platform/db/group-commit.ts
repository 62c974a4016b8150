import type { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import type { Tx } from './database.ts';

interface Job {
  work: (tx: Tx) => Promise<unknown>;
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
}

type Outcome = { job: Job; value: unknown } | { job: Job; error: unknown };

const jobsPerCommitMax = 256;
const lockPatienceMs = 10_000;
const lockPollMs = 1;

/**
 * The transactions that wait at the same moment share one commit, because the commit's fsync is what a durable
 * write costs. Each runs in its own savepoint, so one that fails takes nobody along, and each is answered only
 * after the shared commit: what was acknowledged is on the disk.
 */
export class GroupCommit {
  readonly #connection: DatabaseSync;
  readonly #tx: Tx;
  readonly #translate: (error: unknown) => unknown;
  readonly #afterCommit: () => void;
  readonly #jobsPerCommit: number;
  #waiting: Job[] = [];
  #running: Promise<void> | undefined;

  constructor(
    connection: DatabaseSync,
    tx: Tx,
    translate: (error: unknown) => unknown,
    afterCommit: () => void,
    jobsPerCommit: number = jobsPerCommitMax,
  ) {
    this.#connection = connection;
    this.#tx = tx;
    this.#translate = translate;
    this.#afterCommit = afterCommit;
    this.#jobsPerCommit = jobsPerCommit;
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
      // Requests that arrived in this turn of the event loop join before the group starts.
      await new Promise((resolve) => setImmediate(resolve));
      await this.#commitTogether(this.#waiting.splice(0, this.#jobsPerCommit));
    }
    this.#running = undefined;
  }

  async #commitTogether(jobs: Job[]): Promise<void> {
    const outcomes: Outcome[] = [];
    try {
      await this.#begin();
      for (const job of jobs) outcomes.push(await this.#runInSavepoint(job));
      this.#connection.exec('commit');
    } catch (error) {
      if (this.#connection.isTransaction) this.#connection.exec('rollback');
      for (const job of jobs) job.reject(this.#translate(error));
      return;
    }
    for (const outcome of outcomes) {
      if ('error' in outcome) outcome.job.reject(outcome.error);
      else outcome.job.resolve(outcome.value);
    }
    this.#afterCommit();
  }

  async #runInSavepoint(job: Job): Promise<Outcome> {
    this.#connection.exec('savepoint job');
    try {
      const value = await job.work(this.#tx);
      this.#connection.exec('release job');
      return { job, value };
    } catch (error) {
      // A full disk or an I/O error ends the whole transaction, savepoints included; the group then fails as one.
      if (!this.#connection.isTransaction) throw error;
      this.#connection.exec('rollback to job; release job');
      return { job, error };
    }
  }

  /** The indexer's thread or another process may hold the write lock; the event loop must not stand still meanwhile. */
  async #begin(): Promise<void> {
    const deadline = performance.now() + lockPatienceMs;
    for (;;) {
      try {
        this.#connection.exec('begin immediate');
        return;
      } catch (error) {
        if (!isBusy(error) || performance.now() > deadline) throw error;
      }
      await wait(lockPollMs);
    }
  }
}

export function isBusy(error: unknown): boolean {
  const code = (error as { errcode?: number }).errcode;
  return code !== undefined && (code & 0xff) === 5;
}
