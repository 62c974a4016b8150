import type { WorkerContext } from '../../platform/db/index.ts';
import type { DocSet } from '../indexing/doc-set.ts';
import { engineDialect } from '../indexing/engine-dialect.ts';
import { bucketSizes } from '../indexing/order-changes.ts';
import { type Bucket, locate } from '../indexing/order-directory.ts';
import { listPositions } from '../indexing/order-store.ts';
import {
  absentKey,
  comparePositions,
  type Direction,
  hasAbsentKeys,
  newComparator,
  type Position,
  type SortOrder,
} from '../indexing/sort-orders.ts';
import {
  bucketsPerReadMax,
  bucketsWithin,
  type Directory,
  findKnownOrderMap,
  findOrderMap,
  findSortedBucket,
  type KeyBounds,
  readBucketDocs,
  readDirectory,
} from './order-buckets.ts';
import type { OrderMap } from './order-map.ts';

/** The content of a list: documents, and tickets without a current document. */
export interface Selection {
  /** Undefined for every document. */
  docs: DocSet | undefined;
  /** Sorted in ascending order. */
  unindexed: Position[];
}

export interface Order {
  sort: SortOrder;
  direction: Direction;
  /** All selected tickets have keys in this range, so buckets outside of it are not read. */
  keys?: KeyBounds | undefined;
}

/** A part of a list: some tickets from an offset, or those after a position. */
export interface Window {
  offset: number;
  limit: number;
  after?: Position | undefined;
}

/** Tests set low limits, so that few documents and buckets count as many. */
export interface OrderLimits {
  /** Up to this number, sorting the documents is faster than reading buckets. */
  sortedMax: number;
  /** Beyond this number of buckets, a walk uses the map of the order. */
  walkedMax: number;
}
const defaultLimits: OrderLimits = { sortedMax: 300, walkedMax: 64 };
// A page in few buckets has many documents of each. Reading them is faster than counting with the map.
const fewBucketsMax = 4;

/** Reads a page of a selection in an order, and counts the selection. */
export async function readPage(
  db: WorkerContext,
  { sort, direction, keys }: Order,
  selection: Selection,
  { offset, limit, after }: Window,
  limits: Partial<OrderLimits> = {},
): Promise<{ positions: Position[]; total: number }> {
  const { sortedMax, walkedMax } = { ...defaultLimits, ...limits };
  const { docs, unindexed } = selection;
  const size = docs?.size;
  if (docs && size !== undefined && size <= sortedMax) {
    const total = size + unindexed.length;
    const positions = await sortAll(db, sort, direction, docs, unindexed);
    const start = after ? firstAfter(positions, direction, after) : offset;
    return { positions: positions.slice(start, start + limit), total };
  }
  const needsBounds =
    hasAbsentKeys(sort) || unindexed.length > 0 || after !== undefined || keys !== undefined;
  const directory = await readDirectory(db, sort, needsBounds);
  const { buckets, documents } = directory;
  const total = (size ?? documents) + unindexed.length;
  const within = bucketsWithin(directory, keys ?? {});
  const inBuckets = within.reduce((sum, index) => sum + (buckets[index] as Bucket).size, 0);
  const density = total / Math.max(inBuckets, 1);
  const walk = new OrderWalk(db, { sort, direction }, { directory, within, density }, selection, walkedMax);
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
  const positions = await listPositions(db.workerReads, engineDialect(db), sort, [...docs]);
  return [...positions.values(), ...unindexed].sort(newComparator(direction));
}

function firstAfter(sorted: Position[], direction: Direction, after: Position): number {
  const compare = newComparator(direction);
  const index = sorted.findIndex((position) => compare(position, after) > 0);
  return index < 0 ? sorted.length : index;
}

interface WalkedBuckets {
  directory: Directory;
  /** The indexes of the buckets that can contain selected tickets, in ascending order. */
  within: number[];
  /** The share of the documents in these buckets that is selected. */
  density: number;
}

/** Walks the buckets of an order and sorts the selected documents only in the buckets of the page. */
class OrderWalk {
  readonly #db: WorkerContext;
  readonly #sort: SortOrder;
  readonly #direction: Direction;
  readonly #walked: WalkedBuckets;
  readonly #selection: Selection;
  readonly #walkedMax: number;
  /** The documents of the buckets read so far, by bucket index. */
  readonly #docs = new Map<number, Uint32Array>();
  /** Set in a long walk, if the map is known. */
  #map: OrderMap | undefined;
  #isLong = false;

  constructor(
    db: WorkerContext,
    { sort, direction }: Order,
    walked: WalkedBuckets,
    selection: Selection,
    walkedMax: number,
  ) {
    this.#db = db;
    this.#sort = sort;
    this.#direction = direction;
    this.#walked = walked;
    this.#selection = selection;
    this.#walkedMax = walkedMax;
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
      if (count > 0) inWindow.push(index);
      found += count;
      if (skipped + found >= skip + length) break;
    }
    const sorted = await this.#sortBuckets(fromEnd ? inWindow.reverse() : inWindow);
    const start = fromEnd ? skipped + found - skip - length : skip - skipped;
    return sorted.slice(start, start + length);
  }

  async readAfter(after: Position, length: number): Promise<Position[]> {
    const all = this.#sequence();
    const first = locate(this.#walked.directory.bounds, after);
    const sequence = all.slice(Math.max(0, all.indexOf(first)));
    const inWindow: number[] = [];
    let found = 0;
    for await (const { index, count } of this.#counts(sequence, length)) {
      if (count > 0) inWindow.push(index);
      // In the first bucket, any number of tickets may be before the position.
      if (index !== first) found += count;
      if (found >= length) break;
    }
    const sorted = await this.#sortBuckets(inWindow);
    const start = firstAfter(sorted, this.#direction, after);
    return sorted.slice(start, start + length);
  }

  /** The indexes of the buckets in the direction of the list. The buckets of tickets without a key come last. */
  #sequence(): number[] {
    const ascending = [...this.#walked.within];
    if (this.#direction === 'asc') return ascending;
    const firstAbsent = ascending.findIndex((index) => this.#bucketAt(index).low?.key === absentKey);
    if (firstAbsent < 0) return ascending.reverse();
    return [...ascending.slice(0, firstAbsent).reverse(), ...ascending.slice(firstAbsent).reverse()];
  }

  /**
   * Counts the selected tickets of each bucket. Without a filter the directory has the counts, in a long walk the map
   * of the order; otherwise buckets are read in growing steps.
   */
  async *#counts(sequence: number[], wanted: number): AsyncGenerator<{ index: number; count: number }> {
    const { docs: selected } = this.#selection;
    const selectedPerBucket = (bucketSizes.target / 2) * this.#walked.density;
    let step = Math.ceil(wanted / selectedPerBucket) + 1;
    let counts: Uint32Array | undefined;
    for (let start = 0; start < sequence.length; step *= 2) {
      const chunk = sequence.slice(start, start + Math.min(step, bucketsPerReadMax));
      if (selected && !counts) {
        this.#map = await this.#findMap(start + chunk.length);
        counts = this.#map?.count(selected);
      }
      if (selected && !counts) await this.#load(chunk);
      for (const index of chunk) {
        const docs = this.#docs.get(index);
        const read = selected && docs ? selected.countOf(docs) : this.#bucketAt(index).size;
        yield { index, count: (counts?.[index] ?? read) + this.#unindexedIn(index).length };
      }
      start += chunk.length;
    }
  }

  /** Finds the map of the order for a walk over this many buckets. */
  async #findMap(walked: number): Promise<OrderMap | undefined> {
    if (walked <= fewBucketsMax) return undefined;
    if (walked <= this.#walkedMax || this.#isLong) return findKnownOrderMap(this.#db, this.#sort);
    this.#isLong = true;
    return findOrderMap(this.#db, this.#sort, this.#walked.directory);
  }

  async #load(indexes: number[]): Promise<void> {
    const missing = indexes.filter((index) => !this.#docs.has(index));
    const numbers = missing.map((index) => this.#bucketAt(index).number);
    const docsByNumber = await readBucketDocs(this.#db, numbers);
    for (const index of missing)
      this.#docs.set(index, docsByNumber.get(this.#bucketAt(index).number) ?? new Uint32Array());
  }

  /** Sorts the selected tickets of these buckets. */
  async #sortBuckets(indexes: number[]): Promise<Position[]> {
    const sorted = await this.#findSorted(indexes);
    const others = indexes.filter((index) => !sorted.has(index));
    const positions = await listPositions(
      this.#db.workerReads,
      engineDialect(this.#db),
      this.#sort,
      await this.#selectedIn(others),
    );
    const unindexed = indexes.flatMap((index) => this.#unindexedIn(index));
    return [...sorted.values(), [...positions.values()], unindexed]
      .flat()
      .sort(newComparator(this.#direction));
  }

  /** Finds the selected positions in buckets whose positions are remembered, by bucket index. */
  async #findSorted(indexes: number[]): Promise<Map<number, Position[]>> {
    const { docs: selected } = this.#selection;
    const found = new Map<number, Position[]>();
    if (indexes.length > fewBucketsMax) return found;
    for (const index of indexes) {
      const bucket = await findSortedBucket(this.#db, this.#sort, this.#bucketAt(index).number);
      const isSelected = (_: Position, i: number) => selected?.has(bucket?.docs[i] as number) ?? true;
      if (bucket) found.set(index, bucket.positions.filter(isSelected));
    }
    return found;
  }

  async #selectedIn(indexes: number[]): Promise<number[]> {
    const { docs: selected } = this.#selection;
    if (selected && this.#map && indexes.length > fewBucketsMax) return this.#map.pick(selected, indexes);
    await this.#load(indexes);
    // If few tickets are selected, hundreds of buckets have one or none of them.
    const docs: number[] = [];
    for (const index of indexes) {
      const inBucket = this.#docs.get(index) ?? new Uint32Array();
      if (selected) selected.pickInto(docs, inBucket);
      else docs.push(...inBucket);
    }
    return docs;
  }

  #bucketAt(index: number): Bucket {
    return this.#walked.directory.buckets[index] as Bucket;
  }

  /** Lists the unindexed tickets whose positions are in the range of a bucket. */
  #unindexedIn(index: number): Position[] {
    const { unindexed } = this.#selection;
    if (unindexed.length === 0) return unindexed;
    const unindexedBefore = (low: Position | undefined) => (low ? countBefore(unindexed, low) : 0);
    const next = this.#walked.directory.buckets[index + 1];
    return unindexed.slice(
      unindexedBefore(this.#bucketAt(index).low),
      next ? unindexedBefore(next.low) : undefined,
    );
  }
}

/** Counts the sorted positions before this one. */
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
