import type { Tx } from '../../platform/db/index.ts';
import type { IndexDialect } from './index-dialect.ts';
import { type Bucket, locate } from './order-directory.ts';
import * as store from './order-store.ts';
import { absentKey, comparePositions, hasAbsentKeys, type Position, type SortOrder } from './sort-orders.ts';

/** The sizes at which buckets are split and merged. Many new tickets at the end of an order leave its buckets half full. */
export interface BucketSizes {
  max: number;
  /** The maximum size of the parts of a split bucket, and of two merged ones. */
  target: number;
  min: number;
}
export const bucketSizes: BucketSizes = { max: 1_024, target: 768, min: 256 };

/** A bucket while a step changes it. */
interface EditedBucket extends Bucket {
  /** Undefined until they are needed. */
  docs: number[] | undefined;
  isChanged: boolean;
}

/** Collects which documents move within one sort order, and writes the buckets that change. */
export class OrderChanges {
  readonly #sort: SortOrder;
  readonly #sizes: BucketSizes;
  readonly #removed = new Map<number, Position>();
  readonly #added = new Map<number, Position>();

  constructor(sort: SortOrder, sizes = bucketSizes) {
    this.#sort = sort;
    this.#sizes = sizes;
  }

  /** A position is undefined if the document was not, or is no longer, in the order. */
  move(doc: number, before: Position | undefined, after: Position | undefined): void {
    if (before && after && comparePositions(before, after) === 0) return;
    if (before) this.#removed.set(doc, before);
    if (after) this.#added.set(doc, after);
  }

  /** Reads keys from `search_documents`, so the rows of the moved documents must be written first. */
  async write(tx: Tx, dialect: IndexDialect, newBucketNumber: () => number): Promise<void> {
    if (this.#removed.size + this.#added.size === 0) return;
    const known = await store.findDirectory(tx, this.#sort);
    const before = known ?? this.#newDirectory(newBucketNumber);
    const buckets = before.map((bucket): EditedBucket => ({ ...bucket, docs: undefined, isChanged: false }));
    await this.#moveDocs(tx, dialect, buckets);
    const split = await this.#split(tx, dialect, buckets, newBucketNumber);
    const merged = await this.#merge(tx, dialect, split);
    const kept = new Set(merged.map(({ number }) => number));
    const emptied = before.filter(({ number }) => !kept.has(number)).map(({ number }) => number);
    await dialect.writeBuckets(
      tx,
      merged.flatMap(({ number, docs, isChanged }) => (isChanged ? [{ number, docs: docs ?? [] }] : [])),
      emptied,
    );
    const haveSameBounds = known && emptied.length === 0 && merged.length === before.length;
    await store.saveDirectory(tx, this.#sort, merged, { withBounds: !haveSameBounds });
  }

  /** Tickets without a key have their own buckets, which a descending list moves to its end. */
  #newDirectory(newBucketNumber: () => number): Bucket[] {
    const first = { number: newBucketNumber(), size: 0, low: undefined };
    if (!hasAbsentKeys(this.#sort)) return [first];
    return [first, { number: newBucketNumber(), size: 0, low: firstAbsent }];
  }

  async #moveDocs(tx: Tx, dialect: IndexDialect, buckets: EditedBucket[]): Promise<void> {
    const bounds = buckets.map(({ low }) => low);
    const bucketAt = (position: Position) => buckets[locate(bounds, position)] as EditedBucket;
    const added = Map.groupBy(this.#added, ([, position]) => bucketAt(position));
    const touched = [...new Set([...added.keys(), ...Array.from(this.#removed.values(), bucketAt)])];
    await loadDocs(tx, dialect, touched);
    for (const bucket of touched) {
      const left = (bucket.docs ?? []).filter((doc) => !this.#removed.has(doc));
      const docs = [...left, ...(added.get(bucket) ?? []).map(([doc]) => doc)];
      Object.assign(bucket, { docs, size: docs.length, isChanged: true });
    }
  }

  async #split(
    tx: Tx,
    dialect: IndexDialect,
    buckets: EditedBucket[],
    newBucketNumber: () => number,
  ): Promise<EditedBucket[]> {
    const { max, target } = this.#sizes;
    const large = buckets.filter(({ size }) => size > max);
    if (large.length === 0) return buckets;
    const unread = large.flatMap(({ docs }) => (docs ?? []).filter((doc) => !this.#added.has(doc)));
    const stored = await store.listPositions(tx, dialect, this.#sort, unread);
    const positionOf = (doc: number) => (this.#added.get(doc) ?? stored.get(doc)) as Position;
    return buckets.flatMap((bucket): EditedBucket[] => {
      const { docs, size } = bucket;
      if (!docs || size <= max) return [bucket];
      const sorted = docs
        .map((doc) => ({ doc, position: positionOf(doc) }))
        .sort((a, b) => comparePositions(a.position, b.position));
      const parts = Math.ceil(size / target);
      return Array.from({ length: parts }, (_, part) => {
        const inPart = sorted.slice(Math.ceil((part * size) / parts), Math.ceil(((part + 1) * size) / parts));
        return {
          number: part === 0 ? bucket.number : newBucketNumber(),
          low: part === 0 ? bucket.low : inPart[0]?.position,
          docs: inPart.map(({ doc }) => doc),
          size: inPart.length,
          isChanged: true,
        };
      });
    });
  }

  /** Merges small changed buckets with a neighbour. */
  async #merge(tx: Tx, dialect: IndexDialect, buckets: EditedBucket[]): Promise<EditedBucket[]> {
    const { min, target } = this.#sizes;
    const runs: EditedBucket[][] = [];
    let runSize = 0;
    for (const bucket of buckets) {
      const run = runs.at(-1);
      const isSmall = Math.min(runSize, bucket.size) < min && runSize + bucket.size <= target;
      const isNearChange = bucket.isChanged || run?.some(({ isChanged }) => isChanged);
      if (run && isSmall && isNearChange && !isFirstAbsent(bucket)) {
        run.push(bucket);
        runSize += bucket.size;
      } else {
        runs.push([bucket]);
        runSize = bucket.size;
      }
    }
    const joined = runs.filter((run) => run.length > 1).flat();
    await loadDocs(
      tx,
      dialect,
      joined.filter(({ docs }) => !docs),
    );
    return runs.map((run) => {
      const [first] = run as [EditedBucket];
      if (run.length === 1) return first;
      const docs = run.flatMap((bucket) => bucket.docs ?? []);
      return { ...first, docs, size: docs.length, isChanged: true };
    });
  }
}

const firstAbsent: Position = { key: absentKey, id: '' };
const isFirstAbsent = ({ low }: Bucket) => low !== undefined && low.key === absentKey && low.id === '';

async function loadDocs(tx: Tx, dialect: IndexDialect, buckets: EditedBucket[]): Promise<void> {
  const docsByNumber = await store.readBuckets(
    tx,
    dialect,
    buckets.map(({ number }) => number),
  );
  for (const bucket of buckets) bucket.docs = [...(docsByNumber.get(bucket.number) ?? [])];
}
