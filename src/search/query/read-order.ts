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
  type Position,
  type SortKey,
  type SortOrder,
} from '../indexing/sort-orders.ts';

/** What a list contains: documents, and tickets that have no current document. */
export interface Selection {
  /** Undefined for every document. */
  docs: DocSet | undefined;
  /** In ascending order. */
  unindexed: Position[];
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
  { sort, direction }: { sort: SortOrder; direction: Direction },
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
  const needsBounds = sort === 'dueDate' || unindexed.length > 0 || after !== undefined;
  const buckets = await readDirectory(db, sort, needsBounds);
  const documents = buckets.reduce((sum, bucket) => sum + bucket.size, 0);
  const total = (size ?? documents) + unindexed.length;
  const walk = new OrderWalk(db, sort, direction, buckets, selection, total / Math.max(documents, 1));
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
  if (withBounds) return (await findDirectory(db.workerReads, sort)) ?? [];
  const sizes = await listBucketSizes(db.workerReads, sort);
  return sizes.map((bucket) => ({ ...bucket, low: undefined }));
}

/** Walks the buckets of an order and sorts only the selected documents of those that a page is in. */
class OrderWalk {
  readonly #db: WorkerContext;
  readonly #sort: SortOrder;
  readonly #direction: Direction;
  readonly #buckets: Bucket[];
  readonly #selection: Selection;
  /** Which part of all documents is selected. */
  readonly #density: number;
  /** The documents of the buckets that were read, by the index of the bucket. */
  readonly #docs = new Map<number, Uint32Array>();

  constructor(
    db: WorkerContext,
    sort: SortOrder,
    direction: Direction,
    buckets: Bucket[],
    selection: Selection,
    density: number,
  ) {
    this.#db = db;
    this.#sort = sort;
    this.#direction = direction;
    this.#buckets = buckets;
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
    const sequence = all.slice(all.indexOf(first));
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
    const ascending = [...this.#buckets.keys()];
    if (this.#direction === 'asc') return ascending;
    const firstAbsent = this.#buckets.findIndex(({ low }) => low?.key === absentKey);
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
    const docs = indexes.flatMap((index) => Array.from(this.#docs.get(index) ?? []));
    const positions = await listPositions(
      this.#db.workerReads,
      dialectOf(this.#db),
      this.#sort,
      selected ? docs.filter((doc) => selected.has(doc)) : docs,
    );
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

/** The documents whose keys are at least `from` and below `before`. */
export interface KeyRange {
  sort: SortOrder;
  from?: SortKey | undefined;
  before?: SortKey | undefined;
}

export async function docsInRange(db: WorkerContext, { sort, from, before }: KeyRange): Promise<DocSet> {
  const queries = db.workerReads;
  const dialect = dialectOf(db);
  const buckets = (await findDirectory(queries, sort)) ?? [];
  const bounds = buckets.map(({ low }) => low);
  // An id is never empty, so these positions are before all tickets with the key.
  const first = from === undefined ? 0 : locate(bounds, { key: from, id: '' });
  const last = before === undefined ? buckets.length - 1 : locate(bounds, { key: before, id: '' });
  const numbers = buckets.slice(first, last + 1).map(({ number }) => number);
  const docsByNumber = await readBuckets(queries, dialect, numbers);
  const docs = new DocSet();
  for (const number of numbers.slice(1, -1)) docs.addAll(docsByNumber.get(number) ?? new Uint32Array());
  // The first and the last bucket may be in the range only in part.
  const atEnds = [...new Set([numbers[0], numbers.at(-1)])].flatMap((number) => [
    ...((number !== undefined && docsByNumber.get(number)) || []),
  ]);
  for (const [doc, { key }] of await listPositions(queries, dialect, sort, atEnds))
    if ((from === undefined || key >= from) && (before === undefined || key < before)) docs.add(doc);
  return docs;
}
