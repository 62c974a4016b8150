import type { Progress } from '../../../packages/docs-drafts/index.ts';
import { BackgroundLoop } from '../../platform/background-loop.ts';
import { type Clock, secondMs } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/index.ts';
import { presentJobError, Refusal } from '../../platform/errors.ts';
import type { Logger } from '../../platform/logger.ts';
import { getActorOfJob, scopeWithoutRequest } from '../../users/index.ts';
import type { DocsGenerationContext } from '../docs-generation-context.ts';
import { draftAndPublish } from '../generate-docs.ts';
import {
  claimJob,
  type DocsJobRow,
  finishJob,
  hasClaimableJob,
  renewJobLease,
  requeueJob,
} from './docs-job-store.ts';
import type { StoredDocsRequest, StoredDocsResult } from './docs-jobs.ts';

const leaseMs = 60 * secondMs;
const renewalIntervalMs = 15 * secondMs;
const attemptsMax = 3;
const concurrentJobsMax = 2;

interface Options {
  db: Database;
  clock: Clock;
  logger: Logger;
  context: DocsGenerationContext;
}

export function startDocsJobWorker(options: Options): DocsJobWorker {
  const worker = new DocsJobWorker(options);
  worker.start();
  return worker;
}

/**
 * Runs the jobs that `Prefer: respond-async` queued, at most two at a time. Several processes may run one worker each:
 * a lease keeps a job with one of them, and the attempt number is the fencing token, so that a worker whose lease has
 * expired cannot write to a job that another one has claimed.
 *
 * | state of the job | event                                     | next state                              |
 * |------------------|-------------------------------------------|-----------------------------------------|
 * | queued           | a worker claims it, oldest job first      | running: attempt + 1, leased for 60 s   |
 * | running          | progress, or 15 s without any             | running: lease renewed                  |
 * | running          | the drafts are ready                      | done, with the result                   |
 * | running          | the request is refused, or an error       | failed, with the error                  |
 * | running          | the worker shuts down cleanly             | queued: attempt - 1, no lease           |
 * | running          | its process ended                         | running, lease ended                    |
 * | running          | the lease ended, a worker claims it       | running: attempt + 1, leased for 60 s   |
 * | running          | the fourth attempt begins                 | failed: `UNAVAILABLE`                   |
 */
class DocsJobWorker {
  readonly #options: Options;
  readonly #claims: BackgroundLoop;
  readonly #running = new Set<Promise<void>>();
  #isStopping = false;

  constructor(options: Options) {
    this.#options = options;
    this.#claims = new BackgroundLoop({
      name: 'documentation jobs',
      logger: options.logger,
      subscribe: options.db.subscribe,
      step: (signal) => this.#claimJobs(signal),
    });
  }

  start(): void {
    this.#claims.start();
  }

  /** Closing the processes interrupts the running jobs; they return to the queue. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.#claims.stop();
    await this.#options.context.processes.close();
    await Promise.all(this.#running);
  }

  async #claimJobs(signal: AbortSignal): Promise<void> {
    const { db, clock } = this.#options;
    await db.presence.announce();
    while (!signal.aborted && this.#running.size < concurrentJobsMax) {
      const now = clock.now();
      if (!(await hasClaimableJob(db.reads, { now }))) return;
      const job = await db.transaction((tx) => claimJob(tx, db.presence.id, now, now + leaseMs));
      if (!job) return;
      const run = this.#run(job).finally(() => {
        this.#running.delete(run);
        this.#claims.wake();
      });
      this.#running.add(run);
    }
  }

  async #run(job: DocsJobRow): Promise<void> {
    const { db, clock, logger } = this.#options;
    let latest: Progress | undefined;
    const renewal = new BackgroundLoop({
      name: 'documentation job lease',
      logger,
      intervalMs: renewalIntervalMs,
      step: async () => {
        // Reports that arrive during a write replace each other; the next step writes the latest.
        const progress = latest ? JSON.stringify(latest) : null;
        latest = undefined;
        await db.transaction(async (tx) => {
          const now = clock.now();
          await renewJobLease(tx, job, progress, now, now + leaseMs);
          tx.notify();
        });
      },
    });
    renewal.start();
    const outcome = await this.#attempt(job, (progress) => {
      latest = progress;
      renewal.wake();
    });
    await renewal.stop();
    try {
      await db.transaction(async (tx) => {
        // The next worker need not wait until the lease expires.
        if (this.#isStopping && outcome.isInterrupted) await requeueJob(tx, job, clock.now());
        else await finishJob(tx, job, outcome, clock.now());
        tx.notify();
      });
    } catch (error) {
      if (!this.#isStopping)
        logger.error(
          { err: error, job: job.id },
          'Cannot store the result of a documentation job; it runs again when its lease expires',
        );
    }
  }

  /** Never throws: an error is the outcome of the job. */
  async #attempt(job: DocsJobRow, report: (progress: Progress) => void) {
    const { db, clock, logger, context } = this.#options;
    try {
      if (job.attempts > attemptsMax)
        throw new Refusal(
          'UNAVAILABLE',
          `The server stopped ${attemptsMax} times while it worked on this job. Choose a smaller range, or repeat the request`,
        );
      const { wish, credential } = JSON.parse(job.request) as StoredDocsRequest;
      const actor = await getActorOfJob(db.reads, job.userId, credential);
      const scope = scopeWithoutRequest(db, clock, actor);
      const { response, drafted } = await draftAndPublish(scope, context, wish, report);
      const result: StoredDocsResult = { ...response, ...(drafted && { drafted }) };
      return { state: 'done' as const, result: JSON.stringify(result), error: null, isInterrupted: false };
    } catch (error) {
      if (!(error instanceof Refusal)) logger.error({ err: error, job: job.id }, 'Documentation job failed');
      return {
        state: 'failed' as const,
        result: null,
        error: presentJobError(error),
        isInterrupted: error instanceof Refusal && error.code === 'UNAVAILABLE',
      };
    }
  }
}
