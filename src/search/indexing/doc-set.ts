/** Documents are numbered from 0. A block holds the bits of this many consecutive documents. */
export const docsPerBlock = 4096;
const wordsPerBlock = docsPerBlock / 32;

/** A set of documents, stored as one bitmap for each block that is not empty. */
export class DocSet {
  readonly #blocks = new Map<number, Uint32Array>();

  static of(docs: Iterable<number>): DocSet {
    const set = new DocSet();
    for (const doc of docs) set.add(doc);
    return set;
  }

  get size(): number {
    let size = 0;
    for (const bits of this.#blocks.values()) size += countBits(bits);
    return size;
  }

  /** About how many documents exist: the end of the last block of this set. */
  get span(): number {
    return (Math.max(...this.#blocks.keys()) + 1) * docsPerBlock;
  }

  has(doc: number): boolean {
    const bits = this.#blocks.get(Math.floor(doc / docsPerBlock));
    const bit = doc % docsPerBlock;
    return bits !== undefined && (((bits[bit >>> 5] as number) >>> (bit & 31)) & 1) === 1;
  }

  add(doc: number): void {
    setBit(this.bitmapOf(Math.floor(doc / docsPerBlock)), doc % docsPerBlock);
  }

  /** The bitmap of a block; the caller may write into it. */
  bitmapOf(block: number): Uint32Array {
    const known = this.#blocks.get(block);
    if (known) return known;
    const bits = newBitmap();
    this.#blocks.set(block, bits);
    return bits;
  }

  /** Adds all documents of the other set to this one. */
  unionWith(other: DocSet): this {
    for (const [block, bits] of other.#blocks) {
      const target = this.bitmapOf(block);
      for (let i = 0; i < wordsPerBlock; i++) target[i] = (target[i] as number) | (bits[i] as number);
    }
    return this;
  }

  /** Removes from this set what is not in the other. */
  intersectWith(other: DocSet): this {
    for (const [block, target] of this.#blocks) {
      const bits = other.#blocks.get(block);
      if (!bits) this.#blocks.delete(block);
      else for (let i = 0; i < wordsPerBlock; i++) target[i] = (target[i] as number) & (bits[i] as number);
    }
    return this;
  }

  /** Returns a new set: this one without the documents of the other. */
  difference(other: DocSet): DocSet {
    const rest = new DocSet();
    for (const [block, own] of this.#blocks) {
      const bits = other.#blocks.get(block);
      const left = own.slice();
      if (bits) for (let i = 0; i < wordsPerBlock; i++) left[i] = (left[i] as number) & ~(bits[i] as number);
      rest.#blocks.set(block, left);
    }
    return rest;
  }

  *[Symbol.iterator](): Generator<number> {
    for (const [block, bits] of this.#blocks) {
      for (const bit of setBitsIn(bits)) yield block * docsPerBlock + bit;
    }
  }
}

export const newBitmap = () => new Uint32Array(wordsPerBlock);

export function setBit(bits: Uint32Array, bit: number): void {
  bits[bit >>> 5] = (bits[bit >>> 5] as number) | (1 << (bit & 31));
}

export function clearBit(bits: Uint32Array, bit: number): void {
  bits[bit >>> 5] = (bits[bit >>> 5] as number) & ~(1 << (bit & 31));
}

/** A stored block is a bitmap of this size, or an array of two bytes for each set bit where that is smaller. */
export const bitmapBytes = docsPerBlock / 8;
const arrayBitsMax = bitmapBytes / 2 - 1;

/** Undefined for an empty block, which has no row. */
export function encodeBitmap(bits: Uint32Array): Uint8Array | undefined {
  const count = countBits(bits);
  if (count === 0) return undefined;
  const isBitmap = count > arrayBitsMax;
  const bytes = new Uint8Array(isBitmap ? bitmapBytes : count * 2);
  const view = new DataView(bytes.buffer);
  if (isBitmap) for (const [i, word] of bits.entries()) view.setUint32(i * 4, word, true);
  else for (const [i, bit] of setBitsIn(bits).entries()) view.setUint16(i * 2, bit, true);
  return bytes;
}

/** Sets the bits of one stored block, or of several concatenated ones. */
export function decodeIntoBitmap(bits: Uint32Array, bytes: Uint8Array, isBitmap: boolean): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!isBitmap) {
    for (let at = 0; at < bytes.length; at += 2) setBit(bits, view.getUint16(at, true));
    return;
  }
  for (let at = 0; at < bytes.length; at += 4) {
    const i = (at % bitmapBytes) / 4;
    bits[i] = (bits[i] as number) | view.getUint32(at, true);
  }
}

function setBitsIn(bits: Uint32Array): number[] {
  const setBits: number[] = [];
  for (let i = 0; i < wordsPerBlock; i++) {
    for (let word = bits[i] as number; word !== 0; word &= word - 1) {
      setBits.push(i * 32 + 31 - Math.clz32(word & -word));
    }
  }
  return setBits;
}

function countBits(bits: Uint32Array): number {
  let count = 0;
  for (let i = 0; i < wordsPerBlock; i++) {
    let word = bits[i] as number;
    word -= (word >>> 1) & 0x5555_5555;
    word = (word & 0x3333_3333) + ((word >>> 2) & 0x3333_3333);
    count += Math.imul((word + (word >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24;
  }
  return count;
}
