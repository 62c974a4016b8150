import path from 'node:path';
import { type Clock, minuteMs, secondMs } from '../platform/clock.ts';
import type { Database, Queries } from '../platform/db/index.ts';
import { newId } from '../platform/ids.ts';
import { repeat } from '../platform/timer.ts';
import * as store from './backup-run-store.ts';

// For this long a killed backup holds up the next scheduled one, and deletions of files.
const leaseMs = minuteMs;
const extendEveryMs = 10 * secondMs;
const retryFailedMs = 10 * minuteMs;
const runsKept = 200;
const problemLengthMax = 1_000;

export interface LastBackup {
  startedAt: number;
  finishedAt: number;
  location: string;
  bytes: number;
  /** When `docket restore --check` last found it complete. */
  verifiedAt: number | null;
}

/** The last backup that succeeded, and why a later one failed. */
export async function lastBackup(
  queries: Queries,
): Promise<{ succeeded: LastBackup | undefined; problem: string | undefined }> {
  const succeeded = await store.findNewestDone(queries);
  const failed = await store.findNewestFailed(queries);
  const isLater = failed && (!succeeded || failed.startedAt > succeeded.startedAt);
  return { succeeded, problem: isLater ? failed.problem : undefined };
}

/** Records that the whole backup was read and found complete, if this database knows of it. */
export const recordVerified = (db: Database, clock: Clock, location: string) =>
  db.transaction((tx) =>
    store.markVerified(tx, {
      // The path of a file is stored as an absolute one.
      locations: [...new Set([location, path.resolve(location)])],
      now: clock.now(),
    }),
  );

/** While a backup runs, files must stay: its snapshot may have a row of a file that was deleted since. */
export const isBackupRunning = async (queries: Queries, now: number) =>
  (await store.findRunning(queries, { now })) !== undefined;

/** Whether the schedule wants a backup now. A failed one is tried again after ten minutes. */
export async function isBackupDue(queries: Queries, now: number, everyMs: number): Promise<boolean> {
  if (await isBackupRunning(queries, now)) return false;
  const newest = await store.findNewestScheduled(queries);
  if (!newest) return true;
  // One that still says "running" without a lease was killed.
  const waitMs = newest.state === 'done' ? everyMs : Math.min(everyMs, retryFailedMs);
  return newest.startedAt + waitMs <= now;
}

/** Begins a run. Undefined if it is a scheduled one and another process was faster, or none is due. */
export const beginRun = (
  db: Database,
  clock: Clock,
  schedule?: { everyMs: number },
): Promise<string | undefined> =>
  db.transaction(async (tx) => {
    await tx.advisoryLock('backup runs');
    const startedAt = clock.now();
    if (schedule && !(await isBackupDue(tx, startedAt, schedule.everyMs))) return undefined;
    const id = newId(startedAt);
    const kind = schedule ? 'scheduled' : 'manual';
    await store.insertRun(tx, { id, kind, startedAt, leaseUntil: startedAt + leaseMs });
    return id;
  });

/** Runs the work, extends the lease meanwhile, and records how it ended. */
export async function recordRun<T extends { location: string; bytes: number }>(
  db: Database,
  clock: Clock,
  id: string,
  work: () => Promise<T>,
): Promise<T> {
  const extend = () => {
    // A lost connection must not end the backup.
    db.transaction((tx) => store.extendLease(tx, { id, leaseUntil: clock.now() + leaseMs })).catch(() => {});
  };
  const stop = repeat(extendEveryMs, extend);
  try {
    const result = await work();
    const { location, bytes } = result;
    await db.transaction(async (tx) => {
      await store.finishRun(tx, { id, finishedAt: clock.now(), location, bytes });
      await store.pruneRuns(tx, { kept: runsKept });
    });
    return result;
  } catch (error) {
    const problem = (error as Error).message.slice(0, problemLengthMax);
    await db.transaction((tx) => store.failRun(tx, { id, finishedAt: clock.now(), problem })).catch(() => {});
    throw error;
  } finally {
    stop();
  }
}
