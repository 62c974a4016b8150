import { startBackgroundLoop } from '../../platform/background-loop.ts';
import { minuteMs, secondMs } from '../../platform/clock.ts';
import type { Logger } from '../../platform/logger.ts';
import { listDueReleases, shipWaiting, takeDueRelease } from '../../releases/index.ts';
import { followLocalTags } from './follow-local-tags.ts';
import { type ReleaseContext, readRelease } from './read-release.ts';

const releasesPerStep = 20;
// Longer than a reading may take. If the process ends meanwhile, another one reads the tag after this time.
const takenMs = 5 * minuteMs;

/** Reads the tags that are due, then ships tickets that became done. Any number of processes may do so. */
export async function readDueReleases(context: ReleaseContext, signal?: AbortSignal): Promise<boolean> {
  const { db, clock } = context;
  const due = await listDueReleases(db.reads, { now: clock.now(), limit: releasesPerStep });
  for (const release of due) {
    if (signal?.aborted) return false;
    const until = clock.now() + takenMs;
    const taken = { id: release.id, dueAt: release.dueAt as number, until };
    if (await db.transaction((tx) => takeDueRelease(tx, taken))) await readRelease(context, release, until);
  }
  return (await shipWaiting(context)) || due.length === releasesPerStep;
}

/** Reads the tags of versions when they are due. */
export const startReleaseLoop = ({ logger, ...context }: ReleaseContext & { logger: Logger }) =>
  startBackgroundLoop({
    name: 'releases',
    logger,
    intervalMs: 5 * secondMs,
    step: (signal) => readDueReleases(context, signal),
  });

/** Looks for new tags in local repositories. */
export const startLocalTagLoop = ({ logger, ...context }: ReleaseContext & { logger: Logger }) =>
  startBackgroundLoop({
    name: 'local tags',
    logger,
    intervalMs: minuteMs,
    step: (signal) => followLocalTags(context, signal),
  });
