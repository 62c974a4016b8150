import type { WorkerContext } from '../../platform/db/index.ts';
import { engineDialect } from '../indexing/engine-dialect.ts';
import { type Bucket, locate } from '../indexing/order-directory.ts';
import { findDirectory, listBucketSizes, listPositions, readBuckets } from '../indexing/order-store.ts';
import { comparePositions, type Position, type SortKey, type SortOrder } from '../indexing/sort-orders.ts';
import { readIndexMemory, remember, rememberIfRepeated, type Sized } from './index-memory.ts';
import { OrderMap } from './order-map.ts';

export const bucketsPerReadMax = 512;

// A position is an object with a key and an id of 36 characters.
const bytesPerPosition = 150;

export interface Directory extends Sized {
  buckets: Bucket[];
  bounds: (Position | undefined)[];
  /** The number of documents in the buckets. */
  documents: number;
}

export const readDirectory = (db: WorkerContext, sort: SortOrder, withBounds: boolean): Promise<Directory> =>
  remember(db, 'sets', `directory ${sort} ${withBounds}`, async () => {
    const buckets = withBounds
      ? ((await findDirectory(db.workerReads, sort)) ?? [])
      : (await listBucketSizes(db.workerReads, sort)).map((bucket) => ({ ...bucket, low: undefined }));
    return {
      buckets,
      bounds: buckets.map(({ low }) => low),
      documents: buckets.reduce((sum, { size }) => sum + size, 0),
      bytes: buckets.length * bytesPerPosition,
    };
  });

/** Keys from `from` on and below `before`. */
export interface KeyBounds {
  from?: SortKey | undefined;
  before?: SortKey | undefined;
}

/** Finds the indexes of the buckets that can contain keys within the bounds. */
export function bucketsWithin({ buckets, bounds }: Directory, { from, before }: KeyBounds): number[] {
  if (buckets.length === 0) return [];
  // An id is never empty, so these positions are before all tickets with the key.
  const first = from === undefined ? 0 : locate(bounds, { key: from, id: '' });
  const last = before === undefined ? buckets.length - 1 : locate(bounds, { key: before, id: '' });
  return Array.from({ length: Math.max(0, last + 1 - first) }, (_, i) => first + i);
}

/** The documents of a bucket with their positions, in ascending order. */
interface SortedBucket extends Sized {
  docs: Uint32Array;
  positions: Position[];
}

export const readSortedBucket = (db: WorkerContext, sort: SortOrder, number: number): Promise<SortedBucket> =>
  remember(db, 'positions', String(number), () => sortBucket(db, sort, number));

/** Returns undefined for the first request: most buckets are on one page that few people open, and need few positions. */
export const findSortedBucket = (db: WorkerContext, sort: SortOrder, number: number) =>
  rememberIfRepeated(db, 'positions', String(number), () => sortBucket(db, sort, number));

async function sortBucket(db: WorkerContext, sort: SortOrder, number: number): Promise<SortedBucket> {
  const dialect = engineDialect(db);
  const docs = (await readBuckets(db.workerReads, dialect, [number])).get(number) ?? new Uint32Array();
  const read = await listPositions(db.workerReads, dialect, sort, [...docs]);
  const entries = [...read].sort(([, a], [, b]) => comparePositions(a, b));
  return {
    docs: Uint32Array.from(entries, ([doc]) => doc),
    positions: entries.map(([, position]) => position),
    bytes: entries.length * bytesPerPosition,
  };
}

/** Reads the documents of buckets, by bucket number. */
export async function readBucketDocs(
  db: WorkerContext,
  numbers: number[],
): Promise<Map<number, Uint32Array>> {
  const { positions } = await readIndexMemory(db);
  const known = new Map<number, Uint32Array>();
  for (const number of numbers) {
    const sorted = positions.get<SortedBucket>(String(number));
    if (sorted) known.set(number, sorted.docs);
  }
  const missing = numbers.filter((number) => !known.has(number));
  const read = await readBuckets(db.workerReads, engineDialect(db), missing);
  return new Map([...known, ...read]);
}

/** Returns undefined if the map was not needed yet. */
export const findKnownOrderMap = async (db: WorkerContext, sort: SortOrder) =>
  (await readIndexMemory(db)).maps.get<OrderMap>(sort);

/**
 * Returns undefined for the first request, because all buckets would be read, and if the maps of other orders leave no
 * room, because building maps in turn would cost more than walking the buckets.
 */
export async function findOrderMap(db: WorkerContext, sort: SortOrder, { buckets, documents }: Directory) {
  const { maps } = await readIndexMemory(db);
  if (!maps.get(sort) && !maps.hasRoomFor(OrderMap.bytesFor(documents))) return undefined;
  return rememberIfRepeated(db, 'maps', sort, async () => {
    const map = new OrderMap(buckets.length, documents);
    for (let start = 0; start < buckets.length; start += bucketsPerReadMax) {
      const numbers = buckets.slice(start, start + bucketsPerReadMax).map(({ number }) => number);
      const docsByNumber = await readBuckets(db.workerReads, engineDialect(db), numbers);
      for (const [i, number] of numbers.entries())
        map.add(start + i, docsByNumber.get(number) ?? new Uint32Array());
    }
    return map;
  });
}
