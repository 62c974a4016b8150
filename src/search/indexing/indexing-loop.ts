import { secondMs } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/index.ts';
import { findNewestEvent } from './index-store.ts';
import { indexNextTickets } from './index-tickets.ts';

const idleMs = secondMs;
// The batch size follows these durations. About half of a step holds the write lock of SQLite, so steps are short while
// others write. Large batches are faster, for an import say: a posting list is written once for many tickets.
const targetStepMs = { quiet: 400, busy: 40 };
const batchSizeMin = 20;
const batchSizeMax = 4_000;
// The pause after a step, as a multiple of its duration.
const pauseFactor = { quiet: 0.2, busy: 3 };
const idleStepsMax = 60;

/** Indexes changed tickets until it is aborted, or until there was nothing to index for about a minute. */
export async function runIndexingLoop(
  db: Database,
  {
    signal,
    wait,
    report,
  }: { signal: AbortSignal; wait: (ms: number) => Promise<unknown>; report: (error: unknown) => void },
): Promise<void> {
  let batchSize = batchSizeMin;
  let lastEvent = 0;
  let idleSteps = 0;
  const step = async () => {
    const startedAt = performance.now();
    const indexed = await indexNextTickets(db, batchSize);
    const tookMs = performance.now() - startedAt;
    const newestEvent = await findNewestEvent(db.reads);
    const load = newestEvent === lastEvent ? 'quiet' : 'busy';
    lastEvent = newestEvent;
    idleSteps = indexed > 0 ? 0 : idleSteps + 1;
    if (indexed > 0) batchSize = clamp((batchSize * targetStepMs[load]) / tookMs);
    return indexed > 0 ? Math.min(tookMs * pauseFactor[load], idleMs) : idleMs;
  };
  while (!signal.aborted && idleSteps < idleStepsMax) {
    const pauseMs = await step().catch((error: unknown) => {
      if (!signal.aborted) report(error);
      return idleMs;
    });
    await wait(pauseMs);
  }
}

const clamp = (batchSize: number) => Math.round(Math.max(batchSizeMin, Math.min(batchSize, batchSizeMax)));
