import type { DocSet } from '../indexing/doc-set.ts';
import type { Sized } from './index-memory.ts';

const growthFactor = 1.2;
const uint16Max = 0xffff;

/**
 * Maps each document to its bucket in a sort order, two bytes each. It tells how many documents of a set each bucket
 * has without reading the buckets, of which there are hundreds if the set is small or far from the end at which a walk
 * begins.
 */
export class OrderMap implements Sized {
  readonly #buckets: number;
  /** By document: the index of its bucket plus 1, or 0. */
  #bucketByDoc: Uint16Array | Uint32Array;

  constructor(buckets: number, documents: number) {
    this.#buckets = buckets;
    this.#bucketByDoc = buckets < uint16Max ? new Uint16Array(documents) : new Uint32Array(documents);
  }

  /** The size of the map of an order, if no document numbers are unused. */
  static bytesFor(documents: number): number {
    return documents * Uint16Array.BYTES_PER_ELEMENT;
  }

  get bytes(): number {
    return this.#bucketByDoc.byteLength;
  }

  /** Adds the documents of the bucket with this index. */
  add(index: number, docs: Uint32Array): void {
    for (const doc of docs) {
      if (doc >= this.#bucketByDoc.length) this.#growTo(doc + 1);
      this.#bucketByDoc[doc] = index + 1;
    }
  }

  /** Counts the documents of the set in each bucket, by bucket index. */
  count(docs: DocSet): Uint32Array {
    const counts = new Uint32Array(this.#buckets + 1);
    docs.tally(this.#bucketByDoc, counts);
    return counts.subarray(1);
  }

  /** Picks the documents of the set that are in one of the buckets. */
  pick(docs: DocSet, indexes: number[]): number[] {
    const wanted = new Set(indexes.map((index) => index + 1));
    const picked: number[] = [];
    for (const doc of docs) if (wanted.has(this.#bucketByDoc[doc] ?? 0)) picked.push(doc);
    return picked;
  }

  #growTo(length: number): void {
    const size = Math.max(length, Math.ceil(this.#bucketByDoc.length * growthFactor));
    const grown = this.#bucketByDoc instanceof Uint16Array ? new Uint16Array(size) : new Uint32Array(size);
    grown.set(this.#bucketByDoc);
    this.#bucketByDoc = grown;
  }
}
