import { BackgroundLoop } from '../../platform/background-loop.ts';
import { type Clock, secondMs } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/index.ts';
import { presentJobError, Refusal } from '../../platform/errors.ts';
import type { Logger } from '../../platform/logger.ts';
import type { ByteRange } from '../../platform/storage/index.ts';
import { getActorOfJob, type Scope, scopeWithoutRequest } from '../../users/index.ts';
import { runInstanceImport } from '../archive/run-instance-import.ts';
import { type ImportLease, type ImportProgress, type ImportTask, importPercent } from '../import-task.ts';
import { type ImportSettings, recordImport, runImport } from '../run-import.ts';
import type { ImportRow } from './import-store.ts';
import * as store from './import-store.ts';
import { authorizeTarget, type ImportTarget, readStoredFile, type StoredImportRequest } from './imports.ts';

// take-over-work.ts notices a process that ended at once; the lease covers a process that hangs.
const leaseMs = 300 * secondMs;
const reportIntervalMs = secondMs;
const attemptsMax = 5;
// With two at once, a long import of one person does not delay everybody. Each may use 512 MB while it reads its files.
const importsAtOnce = 2;

interface Options extends ImportSettings {
  db: Database;
  clock: Clock;
  logger: Logger;
  /** Indexes the imported tickets for lists before the import is done, so that its lists are not slow. */
  indexTickets?: (isStopped: () => boolean) => Promise<void>;
}

export function startImportWorker(options: Options): ImportWorker {
  const worker = new ImportWorker(options);
  worker.start();
  return worker;
}

interface ReadableTask extends ImportTask {
  project: ImportTarget;
  /** The bytes of all files, for the progress. */
  bytes: { read: number; total: number };
}

async function* counting(stream: AsyncIterable<Uint8Array>, bytes: ReadableTask['bytes']) {
  for await (const chunk of stream) {
    bytes.read += chunk.length;
    yield chunk;
  }
}

/** The import was cancelled, or another worker has claimed it. */
class LeaseLost extends Error {}
/** This process is stopping; another worker continues the import. */
class Stopping extends Error {}

/**
 * Runs imports, two at a time in each process, each of another person. A lease keeps an import with one worker, and the attempt number is the fencing
 * token: it is checked in every transaction that writes tickets.
 *
 * | state   | event                                    | next state                            |
 * |---------|------------------------------------------|---------------------------------------|
 * | waiting | a person starts it                       | queued                                |
 * | queued  | a worker claims it, by person in turn    | running: attempt + 1, leased for 300 s |
 * | running | a batch is written                       | running: lease renewed                |
 * | running | everything is written, or a dry run ends | done, with the report                 |
 * | running | the file or a permission is wrong        | failed, with the error                |
 * | running | the worker shuts down cleanly            | queued: attempt - 1                   |
 * | running | the server is too busy, attempts are left | queued                               |
 * | running | its process ended, the lease ends        | running: attempt + 1, begins anew and skips what is written |
 * | running | the sixth attempt begins                 | failed: `UNAVAILABLE`                 |
 * | done (dry run), failed | a person starts it again  | queued                                |
 * | waiting, queued, running | a person cancels it     | cancelled                             |
 */
class ImportWorker {
  readonly #options: Options;
  readonly #loops: BackgroundLoop[];
  #isStopping = false;

  constructor(options: Options) {
    this.#options = options;
    this.#loops = Array.from(
      { length: importsAtOnce },
      () =>
        new BackgroundLoop({
          name: 'imports',
          logger: options.logger,
          subscribe: options.db.subscribe,
          step: () => this.#runNext(),
        }),
    );
  }

  start(): void {
    for (const loop of this.#loops) loop.start();
  }

  /** Returns the running imports to the queue after their current batch. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    await Promise.all(this.#loops.map((loop) => loop.stop()));
  }

  /** Returns true if there may be another import to run. */
  async #runNext(): Promise<boolean> {
    if (this.#isStopping) return false;
    const { db, clock } = this.#options;
    await db.presence.announce();
    const now = clock.now();
    if (!(await store.hasClaimableImport(db.reads, now))) return false;
    const job = await db.transaction((tx) => store.claimImport(tx, db.presence.id, now, now + leaseMs));
    if (!job) return false;
    await this.#run(job);
    return true;
  }

  async #run(job: ImportRow): Promise<void> {
    const { db, clock, logger, storage, indexTickets } = this.#options;
    try {
      if (job.attempts > attemptsMax)
        throw new Refusal(
          'UNAVAILABLE',
          `The server stopped ${attemptsMax} times while it worked on this import. Start it again; what is imported stays.`,
        );
      const scope = await this.#buildScope(job);
      const task = await this.#prepare(scope, job);
      const { project } = task;
      const lease = this.#newLease(job, task);
      const report = await (project
        ? runImport(scope, { ...task, project }, lease, this.#options)
        : runInstanceImport(scope, task, lease, this.#options));
      if (!task.isDryRun) await indexTickets?.(() => this.#isStopping);
      const files = await db.transaction(async (tx) => {
        const outcome = { state: 'done' as const, report: JSON.stringify(report), error: null };
        if (!(await store.finishImport(tx, job, outcome, clock.now()))) throw new LeaseLost();
        tx.notify();
        if (task.isDryRun) return [];
        if (project) await recordImport(tx, scope, { ...task, project }, report);
        return store.removeFileRows(tx, job.id);
      });
      for (const { fileKey } of files) await storage.delete(fileKey);
    } catch (error) {
      if (error instanceof LeaseLost) return;
      await db.transaction(async (tx) => {
        const mayGoOn = isUnavailable(error) && job.attempts < attemptsMax;
        if (error instanceof Stopping || mayGoOn)
          await store.requeueImport(tx, job, { attempt: mayGoOn }, clock.now());
        else {
          const described = presentJobError(error);
          await store.finishImport(tx, job, { state: 'failed', report: null, error: described }, clock.now());
        }
        tx.notify();
      });
      if (!(error instanceof Stopping) && !(error instanceof Refusal))
        logger.error({ err: error, import: job.id }, 'Import failed');
    }
  }

  /** Authorizes again: permissions that the person lost since the request no longer count. */
  async #prepare(scope: Scope, job: ImportRow): Promise<ReadableTask> {
    const { storage } = this.#options;
    const project = await authorizeTarget(scope.db.reads, scope.actor, job.projectId);
    const { mapping, people } = JSON.parse(job.request) as StoredImportRequest;
    const rows = await store.listImportFiles(scope.db.reads, { importIds: [job.id] });
    const bytes = { read: 0, total: rows.reduce((sum, { size }) => sum + size, 0) };
    const files = rows.map((file) => ({
      name: file.name,
      bytes: file.size,
      open: (range?: ByteRange) => counting(readStoredFile(storage, file, range), bytes),
    }));
    const { id, product, dryRun, createdAt } = job;
    return { id, product, project, files, mapping, people, isDryRun: dryRun === 1, createdAt, bytes };
  }

  #newLease(job: ImportRow, { bytes }: ReadableTask): ImportLease {
    const { db, clock } = this.#options;
    let reportedAt = Number.NEGATIVE_INFINITY;
    const hold: ImportLease['hold'] = async (tx, progress) => {
      if (this.#isStopping) throw new Stopping();
      const now = clock.now();
      const percent = importPercent(progress, bytes.total === 0 ? 0 : bytes.read / bytes.total);
      const described = JSON.stringify({ ...progress, percent });
      if (!(await store.renewImportLease(tx, job, described, now, now + leaseMs))) throw new LeaseLost();
      tx.notify();
    };
    return {
      hold,
      report: async (progress: ImportProgress) => {
        if (this.#isStopping) throw new Stopping();
        if (performance.now() - reportedAt < reportIntervalMs) return;
        reportedAt = performance.now();
        await db.transaction((tx) => hold(tx, progress));
      },
    };
  }

  async #buildScope(job: ImportRow): Promise<Scope> {
    const { db, clock } = this.#options;
    const { credential } = JSON.parse(job.request) as StoredImportRequest;
    return scopeWithoutRequest(db, clock, await getActorOfJob(db.reads, job.userId, credential));
  }
}

/** True while the server is too busy or a store does not answer: another attempt may succeed. */
const isUnavailable = (error: unknown) => error instanceof Refusal && error.code === 'UNAVAILABLE';
