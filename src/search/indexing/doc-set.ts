const growthFactor = 1.5;
/** A chunk of the bitmap, which may be known to be empty: 4,096 documents, as in a block of a text list. */
const wordsPerChunk = 128;

/** A set of documents, which are numbered from 0: a bitmap. In a small set, most of the bitmap is never read. */
export class DocSet {
  #words = new Uint32Array(0);
  /** For each chunk of the bitmap: 0 if all its bits are 0. */
  #occupied = new Uint8Array(0);
  /** True if another set has the same bitmap, which is then copied before the first change. */
  #isShared = false;

  static of(docs: Iterable<number>): DocSet {
    const set = new DocSet();
    for (const doc of docs) set.add(doc);
    return set;
  }

  /** Shares the bitmap until one of the two sets changes. */
  copy(): DocSet {
    return new DocSet().#share(this);
  }

  get size(): number {
    let count = 0;
    for (let chunk = 0; chunk < this.#occupied.length; chunk++) {
      if (this.#occupied[chunk] === 1) count += countBits(this.#chunkWords(chunk));
    }
    return count;
  }

  get bytes(): number {
    return this.#words.byteLength;
  }

  has(doc: number): boolean {
    return (((this.#words[doc >>> 5] ?? 0) >>> (doc & 31)) & 1) === 1;
  }

  add(doc: number): void {
    this.#prepareChange((doc >>> 5) + 1);
    this.#setBit(doc);
  }

  addAll(docs: Uint32Array): void {
    if (docs.length === 0) return;
    let last = 0;
    for (let i = 0; i < docs.length; i++) last = Math.max(last, docs[i] as number);
    this.#prepareChange((last >>> 5) + 1);
    for (let i = 0; i < docs.length; i++) this.#setBit(docs[i] as number);
  }

  /** The part of the bitmap for one block. The caller may write into it. */
  bitmapOf(block: number, docsPerBlock: number): Uint32Array {
    const words = docsPerBlock / 32;
    const [start, end] = [block * words, (block + 1) * words];
    this.#prepareChange(end);
    this.#occupied.fill(1, Math.floor(start / wordsPerChunk), chunkCount(end));
    return this.#words.subarray(start, end);
  }

  /** Adds all documents of the other set to this one. */
  unionWith(other: DocSet): this {
    if (other.#words.length === 0) return this;
    if (this.#words.length === 0) return this.#share(other);
    this.#prepareChange(other.#words.length);
    const words = this.#words;
    const others = other.#words;
    for (let chunk = 0; chunk < other.#occupied.length; chunk++) {
      if (other.#occupied[chunk] === 0) continue;
      this.#occupied[chunk] = 1;
      const end = Math.min((chunk + 1) * wordsPerChunk, others.length);
      for (let i = chunk * wordsPerChunk; i < end; i++)
        words[i] = (words[i] as number) | (others[i] as number);
    }
    return this;
  }

  /** Removes the documents that are not in the other set. */
  intersectWith(other: DocSet): this {
    this.#prepareChange();
    const words = this.#words;
    const others = other.#words;
    for (let chunk = 0; chunk < this.#occupied.length; chunk++) {
      if (this.#occupied[chunk] === 0) continue;
      const end = Math.min((chunk + 1) * wordsPerChunk, words.length);
      const shared = other.#occupied[chunk] === 1 ? Math.min(end, others.length) : 0;
      for (let i = chunk * wordsPerChunk; i < shared; i++)
        words[i] = (words[i] as number) & (others[i] as number);
      words.fill(0, Math.max(shared, chunk * wordsPerChunk), end);
      if (shared === 0) this.#occupied[chunk] = 0;
    }
    return this;
  }

  /** Removes the documents of the other set. */
  subtract(other: DocSet): this {
    const others = other.#words;
    if (others.length === 0) return this;
    this.#prepareChange();
    const words = this.#words;
    const chunks = Math.min(this.#occupied.length, other.#occupied.length);
    for (let chunk = 0; chunk < chunks; chunk++) {
      if (this.#occupied[chunk] === 0 || other.#occupied[chunk] === 0) continue;
      const end = Math.min((chunk + 1) * wordsPerChunk, words.length, others.length);
      for (let i = chunk * wordsPerChunk; i < end; i++)
        words[i] = (words[i] as number) & ~(others[i] as number);
    }
    return this;
  }

  /** Returns a new set with the documents that are not in the other. */
  difference(other: DocSet): DocSet {
    return this.copy().subtract(other);
  }

  /** True if the two sets have a document in common. */
  hasAnyOf(other: DocSet): boolean {
    const chunks = Math.min(this.#occupied.length, other.#occupied.length);
    for (let chunk = 0; chunk < chunks; chunk++) {
      if (this.#occupied[chunk] === 0 || other.#occupied[chunk] === 0) continue;
      const others = other.#chunkWords(chunk);
      if (this.#chunkWords(chunk).some((word, i) => (word & (others[i] ?? 0)) !== 0)) return true;
    }
    return false;
  }

  /** Counts those of the documents that are in the set. */
  countOf(docs: Uint32Array): number {
    const words = this.#words;
    let count = 0;
    for (let i = 0; i < docs.length; i++) {
      const doc = docs[i] as number;
      count += ((words[doc >>> 5] ?? 0) >>> (doc & 31)) & 1;
    }
    return count;
  }

  /** Appends those of the documents that are in the set. */
  pickInto(picked: number[], docs: Uint32Array): void {
    const words = this.#words;
    for (let i = 0; i < docs.length; i++) {
      const doc = docs[i] as number;
      if ((((words[doc >>> 5] ?? 0) >>> (doc & 31)) & 1) === 1) picked.push(doc);
    }
  }

  /** Counts the documents of a block that are in the set. */
  countIn(block: number, bits: Uint32Array): number {
    const words = this.#words;
    const start = block * bits.length;
    let count = 0;
    for (let i = 0; i < bits.length; i++) count += bitsIn((words[start + i] ?? 0) & (bits[i] as number));
    return count;
  }

  /** Adds to `counts`, for each number in `numberOf`, how many documents of the set have it. */
  tally(numberOf: Uint16Array | Uint32Array, counts: Uint32Array): void {
    const words = this.#words;
    const length = Math.min(words.length, Math.ceil(numberOf.length / 32));
    for (let i = 0; i < length; i++) {
      for (let word = words[i] as number; word !== 0; word &= word - 1) {
        const number = numberOf[i * 32 + 31 - Math.clz32(word & -word)] ?? 0;
        counts[number] = (counts[number] as number) + 1;
      }
    }
  }

  [Symbol.iterator](): Iterator<number> {
    const docs: number[] = [];
    for (let chunk = 0; chunk < this.#occupied.length; chunk++) {
      if (this.#occupied[chunk] === 0) continue;
      const first = chunk * wordsPerChunk * 32;
      for (const bit of setBitsIn(this.#chunkWords(chunk))) docs.push(first + bit);
    }
    return docs[Symbol.iterator]();
  }

  #chunkWords(chunk: number): Uint32Array {
    return this.#words.subarray(chunk * wordsPerChunk, (chunk + 1) * wordsPerChunk);
  }

  #setBit(doc: number): void {
    setBit(this.#words, doc);
    this.#occupied[Math.floor(doc / (wordsPerChunk * 32))] = 1;
  }

  /** Makes this set equal to the other. */
  #share(other: DocSet): this {
    this.#words = other.#words;
    this.#occupied = other.#occupied;
    this.#isShared = true;
    other.#isShared = true;
    return this;
  }

  /** Gives this set its own bitmap, with room for `length` words. */
  #prepareChange(length = 0): void {
    const { length: present } = this.#words;
    if (length > present) {
      const words = new Uint32Array(Math.max(length, Math.ceil(present * growthFactor)));
      words.set(this.#words);
      this.#words = words;
      const occupied = new Uint8Array(chunkCount(words.length));
      occupied.set(this.#occupied);
      this.#occupied = occupied;
    } else if (this.#isShared) {
      this.#words = this.#words.slice();
      this.#occupied = this.#occupied.slice();
    }
    this.#isShared = false;
  }
}

const chunkCount = (words: number) => Math.ceil(words / wordsPerChunk);

/** An empty bitmap for one block of `docsPerBlock` documents. */
export const newBitmap = (docsPerBlock: number) => new Uint32Array(docsPerBlock / 32);

export function setBit(bits: Uint32Array, bit: number): void {
  bits[bit >>> 5] = (bits[bit >>> 5] as number) | (1 << (bit & 31));
}

export function clearBit(bits: Uint32Array, bit: number): void {
  bits[bit >>> 5] = (bits[bit >>> 5] as number) & ~(1 << (bit & 31));
}

/** Encodes a block as the bitmap or, if smaller, as two bytes for each set bit. Returns undefined if it is empty. */
export function encodeBitmap(bits: Uint32Array): Uint8Array | undefined {
  const count = countBits(bits);
  if (count === 0) return undefined;
  const isBitmap = count * 2 >= bits.byteLength;
  if (isBitmap) return encodeUint32s(bits);
  const bytes = new Uint8Array(count * 2);
  const view = new DataView(bytes.buffer);
  for (const [i, bit] of setBitsIn(bits).entries()) view.setUint16(i * 2, bit, true);
  return bytes;
}

/** Sets the bits of one stored block, or of several concatenated blocks. */
export function decodeIntoBitmap(bits: Uint32Array, bytes: Uint8Array, isBitmap: boolean): void {
  if (!isBitmap) {
    for (let at = 0; at < bytes.length; at += 2)
      setBit(bits, (bytes[at] as number) | ((bytes[at + 1] as number) << 8));
    return;
  }
  const words = decodeUint32s(bytes);
  for (let start = 0; start < words.length; start += bits.length) {
    for (let i = 0; i < bits.length; i++) bits[i] = (bits[i] as number) | (words[start + i] as number);
  }
}

const isLittleEndian = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1;

/** Decodes little-endian numbers of four bytes each. On a little-endian processor nothing is copied. */
export function decodeUint32s(bytes: Uint8Array): Uint32Array {
  if (isLittleEndian && bytes.byteOffset % 4 === 0)
    return new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Uint32Array.from({ length: bytes.length / 4 }, (_, i) => view.getUint32(i * 4, true));
}

export function encodeUint32s(numbers: ArrayLike<number>): Uint8Array {
  const bytes = new Uint8Array(numbers.length * 4);
  const view = new DataView(bytes.buffer);
  for (let i = 0; i < numbers.length; i++) view.setUint32(i * 4, numbers[i] as number, true);
  return bytes;
}

/** Lists the positions of the set bits in ascending order. */
function setBitsIn(bits: Uint32Array): number[] {
  const setBits: number[] = [];
  for (let i = 0; i < bits.length; i++) {
    for (let word = bits[i] as number; word !== 0; word &= word - 1) {
      setBits.push(i * 32 + 31 - Math.clz32(word & -word));
    }
  }
  return setBits;
}

function countBits(bits: Uint32Array): number {
  let count = 0;
  for (let i = 0; i < bits.length; i++) count += bitsIn(bits[i] as number);
  return count;
}

function bitsIn(word: number): number {
  if (word === 0) return 0;
  let bits = word - ((word >>> 1) & 0x5555_5555);
  bits = (bits & 0x3333_3333) + ((bits >>> 2) & 0x3333_3333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24;
}
