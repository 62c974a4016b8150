import type { FastifyBaseLogger } from 'fastify';
import { type Clock, secondMs } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/index.ts';
import { Refusal } from '../../platform/errors.ts';
import { type Every, every } from '../../platform/every.ts';
import { findUserById, type Scope } from '../../users/index.ts';
import type { DocsDesk } from '../docs-generation-context.ts';
import { generateDocs } from '../generate-docs.ts';
import type { Progress } from '../worker-thread/progress.ts';
import { type DocsJobRow, endJob, holdJob, releaseJob, takeJob } from './docs-job-store.ts';
import type { DocsOrder } from './docs-jobs.ts';

const leaseMs = 60 * secondMs;
const heldEveryMs = 15 * secondMs;
const attemptsMax = 3;
const atOnce = 2;

interface Settings {
  db: Database;
  clock: Clock;
  logger: Logger;
  desk: DocsDesk;
  repeat?: Every;
}

/** Makes the drafts that were asked for with `Prefer: respond-async`. Any number of processes may do so at once. */
export function startDocsWorker({ db, clock, logger, desk, repeat = every }: Settings) {
  const running = new Set<Promise<void>>();
  let isStopped = false;
  let looking: Promise<void> | undefined;
  let isWoken = false;

  const look = async () => {
    do {
      isWoken = false;
      while (!isStopped && running.size < atOnce) {
        const now = clock.now();
        const job = await db.transaction((tx) => takeJob(tx, now, now + leaseMs));
        if (!job) break;
        const own = work(job).finally(() => {
          running.delete(own);
          wake();
        });
        running.add(own);
      }
    } while (isWoken && !isStopped && running.size < atOnce);
  };
  const wake = () => {
    isWoken = true;
    if (isStopped) return;
    looking ??= look()
      .catch((error: unknown) => {
        if (!isStopped) logger.error({ err: error }, 'documentation jobs cannot be read; trying again');
      })
      .finally(() => {
        looking = undefined;
      });
  };

  async function work(job: DocsJobRow): Promise<void> {
    const hold = (progress: Progress | undefined) =>
      db.transaction(async (tx) => {
        const now = clock.now();
        await holdJob(tx, job, progress ? JSON.stringify(progress) : null, now, now + leaseMs);
        tx.notify();
      });
    let latest: Progress | undefined;
    let writing: Promise<unknown> = Promise.resolve();
    let isWriting = false;
    // A report that comes while one is being written waits, and is replaced by the next.
    const report = (progress: Progress) => {
      latest = progress;
      if (isWriting) return;
      isWriting = true;
      writing = (async () => {
        while (latest) {
          const now = latest;
          latest = undefined;
          await hold(now).catch(() => {});
        }
        isWriting = false;
      })();
    };
    const stopHolding = repeat(heldEveryMs, () => void hold(undefined).catch(() => {}));
    try {
      const outcome = await attempt(job, report);
      latest = undefined;
      await writing;
      await db.transaction(async (tx) => {
        // A server that stops in order leaves it to the next one, which need not wait for the lease to run out.
        if (isStopped && outcome.isInterrupted) await releaseJob(tx, job, clock.now());
        else await endJob(tx, job, outcome, clock.now());
        tx.notify();
      });
    } catch (error) {
      // It is taken up again when its lease has run out.
      if (!isStopped) logger.error({ err: error, job: job.id }, 'a documentation job could not be ended');
    } finally {
      stopHolding();
    }
  }

  async function attempt(job: DocsJobRow, report: (progress: Progress) => void) {
    try {
      if (job.attempts > attemptsMax)
        throw new Refusal(
          'UNAVAILABLE',
          `The server stopped ${attemptsMax} times while it worked on this. Ask for less at once, or repeat the request`,
        );
      const { wish, credential } = JSON.parse(job.request) as DocsOrder;
      const result = await generateDocs(await scopeOf(job.userId, credential), desk, wish, report);
      return { state: 'done' as const, result: JSON.stringify(result), error: null, isInterrupted: false };
    } catch (error) {
      if (!(error instanceof Refusal))
        logger.error({ err: error, job: job.id }, 'a documentation job failed');
      return {
        state: 'failed' as const,
        result: null,
        error: JSON.stringify(presentError(error)),
        isInterrupted: error instanceof Refusal && error.code === 'UNAVAILABLE',
      };
    }
  }

  /** What the person may do now, not what they could when they asked. */
  async function scopeOf(userId: string, credential: DocsOrder['credential']): Promise<Scope> {
    const user = await findUserById(db.reads, userId);
    if (!user) throw new Refusal('FORBIDDEN', 'The account that asked for this does not exist any more');
    const { name, email, role } = user;
    return {
      actor: { userId, name, email, role, credential },
      db,
      clock,
      acceptedVersions: undefined,
      write: (change) => db.transaction(change),
    };
  }

  const stopListening = db.subscribe(wake);
  wake();
  return {
    stop: async () => {
      isStopped = true;
      stopListening();
      await desk.threads.close();
      await looking;
      await Promise.all(running);
    },
  };
}

function presentError(error: unknown) {
  if (!(error instanceof Refusal))
    return {
      code: 'INTERNAL_ERROR',
      message: 'Something went wrong on our side. Nothing was changed; try again.',
    };
  const { code, message, details } = error;
  return { code, message, ...(details && { details }) };
}
