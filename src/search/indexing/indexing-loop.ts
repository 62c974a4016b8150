import { secondMs } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/index.ts';
import { indexNextDocuments } from './index-documents.ts';
import { findNewestEvent } from './index-store.ts';
import { indexNextTexts } from './index-texts.ts';

const idleMs = secondMs;
const idleStepsMax = 60;
// The batch sizes adapt to these durations. About half of a step holds the write lock of SQLite, so steps are short
// while others write. Large batches are more efficient, for example in an import, because a bucket or posting block is
// written once for many tickets. `behind` applies if others write and more documents wait than a step takes: each list
// and search then reads the waiting tickets, which delays requests more than the lock does.
const targetStepMs = { quiet: 800, busy: 40, behind: 100 };
// The pause after a step, as a multiple of its duration.
const pauseFactor = { quiet: 0.05, busy: 3, behind: 0.5 };

/** Finds the batch size whose step takes about the target duration. */
class BatchSize {
  value: number;
  readonly #min: number;
  readonly #max: number;

  constructor({ min, max }: { min: number; max: number }) {
    this.value = min;
    this.#min = min;
    this.#max = max;
  }

  /** Ignores a batch that was not full, because it says nothing about a larger one. */
  adapt(indexed: number, tookMs: number, targetMs: number): void {
    const ideal = (indexed * targetMs) / tookMs;
    if (indexed < this.value && ideal > indexed) return;
    this.value = Math.round(Math.max(this.#min, Math.min(ideal, this.#max, this.value * 8)));
  }
}

/** Indexes changed tickets until it is aborted, or until nothing was left to index for about a minute. */
export async function runIndexingLoop(
  db: Database,
  {
    signal,
    wait,
    report,
  }: { signal: AbortSignal; wait: (ms: number) => Promise<unknown>; report: (error: unknown) => void },
): Promise<void> {
  const documents = new BatchSize({ min: 50, max: 25_000 });
  const texts = new BatchSize({ min: 20, max: 4_096 });
  let lastEvent = 0;
  let idleSteps = 0;
  let load: keyof typeof targetStepMs = 'busy';
  const timed = async (size: BatchSize, index: (db: Database, max: number) => Promise<number>) => {
    const startedAt = performance.now();
    const indexed = await index(db, size.value);
    if (indexed > 0) size.adapt(indexed, performance.now() - startedAt, targetStepMs[load]);
    return indexed;
  };
  const step = async () => {
    const startedAt = performance.now();
    const documentsMax = documents.value;
    const indexed = await timed(documents, indexNextDocuments);
    // Documents first: lists of tickets need them, while only searches need texts.
    const textsIndexed = indexed < documentsMax ? await timed(texts, indexNextTexts) : 0;
    const tookMs = performance.now() - startedAt;
    const newestEvent = await findNewestEvent(db.reads);
    const loadOfOthers = indexed < documentsMax ? 'busy' : 'behind';
    load = newestEvent === lastEvent ? 'quiet' : loadOfOthers;
    lastEvent = newestEvent;
    const isIdle = indexed + textsIndexed === 0;
    idleSteps = isIdle ? idleSteps + 1 : 0;
    return isIdle ? idleMs : Math.min(tookMs * pauseFactor[load], idleMs);
  };
  while (!signal.aborted && idleSteps < idleStepsMax) {
    const pauseMs = await step().catch((error: unknown) => {
      if (!signal.aborted) report(error);
      return idleMs;
    });
    await wait(pauseMs);
  }
}
