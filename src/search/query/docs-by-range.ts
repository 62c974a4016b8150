import type { WorkerContext } from '../../platform/db/index.ts';
import { DocSet } from '../indexing/doc-set.ts';
import { engineDialect } from '../indexing/engine-dialect.ts';
import type { Bucket } from '../indexing/order-directory.ts';
import { readBuckets } from '../indexing/order-store.ts';
import type { SortOrder } from '../indexing/sort-orders.ts';
import { remember } from './index-memory.ts';
import { bucketsWithin, type KeyBounds, readDirectory, readSortedBucket } from './order-buckets.ts';

/** A filter by the keys of an order. */
export interface KeyRange extends KeyBounds {
  sort: SortOrder;
}

interface RangeDocs {
  docs: DocSet;
  areExcluded: boolean;
}

/** Selects the documents with keys in the range or, if fewer, excludes all others. The caller may change the set. */
export async function docsByRange(db: WorkerContext, { sort, from, before }: KeyRange): Promise<RangeDocs> {
  const directory = await readDirectory(db, sort, true);
  const { buckets } = directory;
  const within = bucketsWithin(directory, { from, before });
  if (within.length === 0) return { docs: new DocSet(), areExcluded: false };
  const areExcluded = within.length > buckets.length / 2;
  // The buckets at the limits of the range may be only partly in it.
  const ends = new Set<number>();
  if (from !== undefined) ends.add(within[0] as number);
  if (before !== undefined) ends.add(within.at(-1) as number);
  const numberOf = (index: number) => (buckets[index] as Bucket).number;
  const readWhole = () => {
    const inside = new Set(within);
    const whole = [...buckets.keys()].filter(
      (index) => inside.has(index) !== areExcluded && !ends.has(index),
    );
    return docsOfBuckets(db, whole.map(numberOf));
  };
  // Limits such as "now" differ in each request, but rarely the buckets that they are in.
  const key = `buckets ${[sort, within[0], within.at(-1), ...ends].join(' ')}`;
  const docs = (await remember(db, 'sets', key, readWhole)).copy();
  for (const index of ends) {
    const { docs: sorted, positions } = await readSortedBucket(db, sort, numberOf(index));
    for (const [i, { key }] of positions.entries()) {
      const isInRange = (from === undefined || key >= from) && (before === undefined || key < before);
      if (isInRange !== areExcluded) docs.add(sorted[i] as number);
    }
  }
  return { docs, areExcluded };
}

async function docsOfBuckets(db: WorkerContext, numbers: number[]): Promise<DocSet> {
  const docs = new DocSet();
  for (const some of (await readBuckets(db.workerReads, engineDialect(db), numbers)).values())
    docs.addAll(some);
  return docs;
}
