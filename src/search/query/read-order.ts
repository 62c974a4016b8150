import type { WorkerContext } from '../../platform/db/index.ts';
import { DocSet } from '../indexing/doc-set.ts';
import { dialectOf } from '../indexing/engine-dialect.ts';
import { bucketSizes } from '../indexing/order-changes.ts';
import { type Bucket, locate } from '../indexing/order-directory.ts';
import { findDirectory, listBucketSizes, listPositions, readBuckets } from '../indexing/order-store.ts';
import {
  absentKey,
  comparatorOf,
  comparePositions,
  type Direction,
  hasAbsentKeys,
  type Position,
  type SortKey,
  type SortOrder,
} from '../indexing/sort-orders.ts';
import { remember } from './index-memory.ts';

/** What a list contains: documents, and tickets that have no current document. */
export interface Selection {
  /** Undefined for every document. */
  docs: DocSet | undefined;
  /** In ascending order. */
  unindexed: Position[];
}

export interface Order {
  sort: SortOrder;
  direction: Direction;
  /** All selected tickets have keys in this range, so buckets outside of it need not be read. */
  keys?: KeyBounds | undefined;
}

/** At least `from` and below `before`. */
interface KeyBounds {
  from?: SortKey | undefined;
  before?: SortKey | undefined;
}

/** Which part of a list: some tickets from an offset, or those after a position. */
export interface Window {
  offset: number;
  limit: number;
  after?: Position | undefined;
}

// Sorting so few documents is faster than reading buckets.
const sortedMax = 300;
const bucketsPerReadMax = 512;

/** A page of a selection in an order, and the size of the selection. */
export async function readPage(
  db: WorkerContext,
  { sort, direction, keys }: Order,
  selection: Selection,
  { offset, limit, after }: Window,
  /** Lower in tests, so that few documents count as many. */
  sortMax = sortedMax,
): Promise<{ positions: Position[]; total: number }> {
  const { docs, unindexed } = selection;
  const size = docs?.size;
  if (docs && size !== undefined && size <= sortMax) {
    const total = size + unindexed.length;
    const positions = await sortAll(db, sort, direction, docs, unindexed);
    const start = after ? firstAfter(positions, direction, after) : offset;
    return { positions: positions.slice(start, start + limit), total };
  }
  const needsBounds =
    hasAbsentKeys(sort) || unindexed.length > 0 || after !== undefined || keys !== undefined;
  const buckets = await readDirectory(db, sort, needsBounds);
  const documents = buckets.reduce((sum, bucket) => sum + bucket.size, 0);
  const total = (size ?? documents) + unindexed.length;
  const within = bucketsWithin(buckets, keys ?? {});
  const inBuckets = within.reduce((sum, index) => sum + (buckets[index] as Bucket).size, 0);
  const density = total / Math.max(inBuckets, 1);
  const walk = new OrderWalk(db, { sort, direction }, buckets, within, selection, density);
  if (after) return { positions: await walk.readAfter(after, limit), total };
  if (offset >= total) return { positions: [], total };
  const length = Math.min(limit, total - offset);
  const rest = total - offset - length;
  return { positions: await walk.readWindow(offset, rest, length), total };
}

async function sortAll(
  db: WorkerContext,
  sort: SortOrder,
  direction: Direction,
  docs: DocSet,
  unindexed: Position[],
): Promise<Position[]> {
  const positions = await listPositions(db.workerReads, dialectOf(db), sort, [...docs]);
  return [...positions.values(), ...unindexed].sort(comparatorOf(direction));
}

function firstAfter(sorted: Position[], direction: Direction, after: Position): number {
  const compare = comparatorOf(direction);
  const index = sorted.findIndex((position) => compare(position, after) > 0);
  return index < 0 ? sorted.length : index;
}

async function readDirectory(db: WorkerContext, sort: SortOrder, withBounds: boolean): Promise<Bucket[]> {
  return remember(db.workerReads, `directory ${sort} ${withBounds}`, async () => {
    if (withBounds) return (await findDirectory(db.workerReads, sort)) ?? [];
    const sizes = await listBucketSizes(db.workerReads, sort);
    return sizes.map((bucket) => ({ ...bucket, low: undefined }));
  });
}

/** Walks the buckets of an order and sorts only the selected documents of those that a page is in. */
class OrderWalk {
  readonly #db: WorkerContext;
  readonly #sort: SortOrder;
  readonly #direction: Direction;
  readonly #buckets: Bucket[];
  /** The indexes of the buckets that can contain selected tickets, in ascending order. */
  readonly #within: number[];
  readonly #selection: Selection;
  /** Which part of the documents in these buckets is selected. */
  readonly #density: number;
  /** The documents of the buckets that were read, by the index of the bucket. */
  readonly #docs = new Map<number, Uint32Array>();

  constructor(
    db: WorkerContext,
    { sort, direction }: Order,
    buckets: Bucket[],
    within: number[],
    selection: Selection,
    density: number,
  ) {
    this.#db = db;
    this.#sort = sort;
    this.#direction = direction;
    this.#buckets = buckets;
    this.#within = within;
    this.#selection = selection;
    this.#density = density;
  }

  /** `before` tickets precede the window and `rest` follow it: the walk begins at the nearer end. */
  async readWindow(before: number, rest: number, length: number): Promise<Position[]> {
    const fromEnd = rest < before;
    const skip = fromEnd ? rest : before;
    const sequence = fromEnd ? this.#sequence().reverse() : this.#sequence();
    const inWindow: number[] = [];
    let skipped = 0;
    let found = 0;
    for await (const { index, count } of this.#counts(sequence, skip + length)) {
      if (inWindow.length === 0 && skipped + count <= skip) {
        skipped += count;
        continue;
      }
      inWindow.push(index);
      found += count;
      if (skipped + found >= skip + length) break;
    }
    const sorted = await this.#sortBuckets(fromEnd ? inWindow.reverse() : inWindow);
    const start = fromEnd ? skipped + found - skip - length : skip - skipped;
    return sorted.slice(start, start + length);
  }

  async readAfter(after: Position, length: number): Promise<Position[]> {
    const all = this.#sequence();
    const first = locate(
      this.#buckets.map(({ low }) => low),
      after,
    );
    const sequence = all.slice(Math.max(0, all.indexOf(first)));
    const inWindow: number[] = [];
    let found = 0;
    for await (const { index, count } of this.#counts(sequence, length)) {
      inWindow.push(index);
      // Of the first bucket, any number may be before the position.
      if (index !== first) found += count;
      if (found >= length) break;
    }
    const sorted = await this.#sortBuckets(inWindow);
    const start = firstAfter(sorted, this.#direction, after);
    return sorted.slice(start, start + length);
  }

  /** The indexes of the buckets in the direction of the list; those of tickets without a key come last. */
  #sequence(): number[] {
    const ascending = [...this.#within];
    if (this.#direction === 'asc') return ascending;
    const firstAbsent = ascending.findIndex((index) => this.#bucketAt(index).low?.key === absentKey);
    if (firstAbsent < 0) return ascending.reverse();
    return [...ascending.slice(0, firstAbsent).reverse(), ...ascending.slice(firstAbsent).reverse()];
  }

  /** How many tickets of each bucket are selected. Without a filter the directory tells; else buckets are read in growing steps. */
  async *#counts(sequence: number[], wanted: number): AsyncGenerator<{ index: number; count: number }> {
    const { docs: selected } = this.#selection;
    const selectedPerBucket = (bucketSizes.target / 2) * this.#density;
    let step = Math.ceil(wanted / selectedPerBucket) + 1;
    for (let start = 0; start < sequence.length; step *= 2) {
      const chunk = sequence.slice(start, start + Math.min(step, bucketsPerReadMax));
      if (selected) await this.#load(chunk);
      for (const index of chunk) {
        const docs = this.#docs.get(index);
        const indexed = selected && docs ? selected.countOf(docs) : this.#bucketAt(index).size;
        yield { index, count: indexed + this.#unindexedIn(index).length };
      }
      start += chunk.length;
    }
  }

  async #load(indexes: number[]): Promise<void> {
    const missing = indexes.filter((index) => !this.#docs.has(index));
    const numbers = missing.map((index) => this.#bucketAt(index).number);
    const docsByNumber = await readBuckets(this.#db.workerReads, dialectOf(this.#db), numbers);
    for (const index of missing)
      this.#docs.set(index, docsByNumber.get(this.#bucketAt(index).number) ?? new Uint32Array());
  }

  /** The selected tickets of these buckets, in order. */
  async #sortBuckets(indexes: number[]): Promise<Position[]> {
    await this.#load(indexes);
    const { docs: selected } = this.#selection;
    // Where few tickets are selected, there are hundreds of buckets with one or none of them.
    const docs: number[] = [];
    for (const index of indexes) {
      const inBucket = this.#docs.get(index) ?? new Uint32Array();
      if (selected) selected.pickInto(docs, inBucket);
      else docs.push(...inBucket);
    }
    const positions = await listPositions(this.#db.workerReads, dialectOf(this.#db), this.#sort, docs);
    const unindexed = indexes.flatMap((index) => this.#unindexedIn(index));
    return [...positions.values(), ...unindexed].sort(comparatorOf(this.#direction));
  }

  #bucketAt(index: number): Bucket {
    return this.#buckets[index] as Bucket;
  }

  /** The unindexed tickets whose positions are in the range of a bucket. */
  #unindexedIn(index: number): Position[] {
    const { unindexed } = this.#selection;
    if (unindexed.length === 0) return unindexed;
    const startOf = (low: Position | undefined) => (low ? countBefore(unindexed, low) : 0);
    const next = this.#buckets[index + 1];
    return unindexed.slice(startOf(this.#bucketAt(index).low), next ? startOf(next.low) : undefined);
  }
}

/** How many of the sorted positions are before this one. */
function countBefore(sorted: Position[], position: Position): number {
  let from = 0;
  let to = sorted.length;
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    if (comparePositions(sorted[middle] as Position, position) < 0) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** A filter by the keys of an order. */
export interface KeyRange extends KeyBounds {
  sort: SortOrder;
}

/** The indexes of the buckets that can contain such keys. */
function bucketsWithin(buckets: Bucket[], { from, before }: KeyBounds): number[] {
  const bounds = buckets.map(({ low }) => low);
  // An id is never empty, so these positions are before all tickets with the key.
  const first = from === undefined ? 0 : locate(bounds, { key: from, id: '' });
  const last = before === undefined ? buckets.length - 1 : locate(bounds, { key: before, id: '' });
  return [...buckets.keys()].slice(first, last + 1);
}

/** The documents with keys in the range or, where these are fewer, all other documents. */
export async function docsByRange(db: WorkerContext, range: KeyRange): Promise<RangeDocs> {
  const { sort, from, before } = range;
  // Most filters by time ask for whole days, so the same range comes again.
  const key = `range ${JSON.stringify([sort, from, before])}`;
  const { docs, areExcluded } = await remember(db.workerReads, key, () => readRange(db, range));
  return { docs: docs.copy(), areExcluded };
}

interface RangeDocs {
  docs: DocSet;
  areExcluded: boolean;
}

async function readRange(db: WorkerContext, { sort, from, before }: KeyRange): Promise<RangeDocs> {
  const queries = db.workerReads;
  const dialect = dialectOf(db);
  const buckets = await readDirectory(db, sort, true);
  const within = bucketsWithin(buckets, { from, before });
  if (within.length === 0) return { docs: new DocSet(), areExcluded: false };
  const areExcluded = within.length > buckets.length / 2;
  // The buckets at the limits of the range may be in it only in part.
  const ends = new Set<number>();
  if (from !== undefined) ends.add(within[0] as number);
  if (before !== undefined) ends.add(within.at(-1) as number);
  const inside = new Set(within);
  const whole = [...buckets.keys()].filter((index) => inside.has(index) !== areExcluded && !ends.has(index));
  const numbersOf = (indexes: Iterable<number>) =>
    Array.from(indexes, (index) => (buckets[index] as Bucket).number);
  const key = `buckets ${[sort, within[0], within.at(-1), ...ends].join(' ')}`;
  const docs = (await remember(queries, key, () => docsOfBuckets(db, numbersOf(whole)))).copy();
  const atEnds = await docsOfBuckets(db, numbersOf(ends));
  for (const [doc, { key }] of await listPositions(queries, dialect, sort, [...atEnds])) {
    const isInRange = (from === undefined || key >= from) && (before === undefined || key < before);
    if (isInRange !== areExcluded) docs.add(doc);
  }
  return { docs, areExcluded };
}

async function docsOfBuckets(db: WorkerContext, numbers: number[]): Promise<DocSet> {
  const docs = new DocSet();
  if (numbers.length === 0) return docs;
  for (const some of (await readBuckets(db.workerReads, dialectOf(db), numbers)).values()) docs.addAll(some);
  return docs;
}
