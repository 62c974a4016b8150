import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import type { Tx } from './database.ts';

interface Job {
  work: (tx: Tx) => Promise<unknown>;
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
}

interface GroupCommitSettings {
  tx: Tx;
  /** How many statements that write have run in `tx`. */
  writes: () => number;
  translate: (error: unknown) => unknown;
  afterCommit: () => void;
  jobsPerCommit?: number | undefined;
}

type Outcome = { job: Job; value: unknown } | { job: Job; error: unknown };

const jobsPerCommitMax = 256;
const quietTurnsMin = 3;
const lockPatienceMs = 10_000;
const lockPollMs = 1;

/**
 * The transactions that wait at the same moment share one commit, because the commit's fsync is what a durable
 * write costs. Each is answered only after the shared commit: what was acknowledged is on the disk.
 *
 * One that fails takes nobody along. Savepoints would see to that, but for each of them SQLite copies every page it
 * touches aside, a fifth of what a new ticket costs; and those that fail after they wrote are rare. So a group runs
 * without, and where one fails that wrote, the whole group is undone and runs again with a savepoint for each.
 */
export class GroupCommit {
  readonly #connection: DatabaseSync;
  readonly #beginning: StatementSync;
  readonly #ending: StatementSync;
  readonly #settings: GroupCommitSettings;
  readonly #jobsMax: number;
  #waiting: Job[] = [];
  /** How long the last one took. */
  #commitMs = 0;
  #running: Promise<void> | undefined;

  constructor(connection: DatabaseSync, settings: GroupCommitSettings) {
    this.#connection = connection;
    this.#beginning = connection.prepare('begin immediate');
    this.#ending = connection.prepare('commit');
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
   * A request takes some turns of the event loop before its transaction waits here. Those under way join before the
   * group starts: as long as more come, and no longer than a commit takes.
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
    try {
      await this.#begin();
      outcomes = await this.#runPlainly(jobs);
      if (!outcomes) {
        this.#connection.exec('rollback');
        await this.#begin();
        outcomes = [];
        for (const job of jobs) outcomes.push(await this.#runInSavepoint(job));
      }
      const endingAt = performance.now();
      this.#ending.run();
      this.#commitMs = performance.now() - endingAt;
    } catch (error) {
      if (this.#connection.isTransaction) this.#connection.exec('rollback');
      for (const job of jobs) job.reject(this.#settings.translate(error));
      return;
    }
    for (const outcome of outcomes) {
      if ('error' in outcome) outcome.job.reject(outcome.error);
      else outcome.job.resolve(outcome.value);
    }
    this.#settings.afterCommit();
  }

  /** Undefined where one failed that had written, and what others wrote before would be lost with it. */
  async #runPlainly(jobs: Job[]): Promise<Outcome[] | undefined> {
    const { tx, writes } = this.#settings;
    const outcomes: Outcome[] = [];
    let undone = writes();
    for (const job of jobs) {
      const before = writes();
      try {
        outcomes.push({ job, value: await job.work(tx) });
      } catch (error) {
        if (!this.#connection.isTransaction) throw error;
        outcomes.push({ job, error });
        if (writes() === before) continue;
        if (before !== undone) return undefined;
        this.#connection.exec('rollback');
        await this.#begin();
        undone = writes();
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
        this.#beginning.run();
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
