/** Documents are numbered from 0; a block is so many of them, and so many bits. */
export const docsPerBlock = 4096;
const wordsPerBlock = docsPerBlock / 32;

/** A set of documents, as a bitmap for each block that holds any. */
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

  /** About how many documents there are beside these. */
  get span(): number {
    return (Math.max(...this.#blocks.keys()) + 1) * docsPerBlock;
  }

  has(doc: number): boolean {
    const bits = this.#blocks.get(Math.floor(doc / docsPerBlock));
    const place = doc % docsPerBlock;
    return bits !== undefined && (((bits[place >>> 5] as number) >>> (place & 31)) & 1) === 1;
  }

  add(doc: number): void {
    setBit(this.bitsOf(Math.floor(doc / docsPerBlock)), doc % docsPerBlock);
  }

  /** The bitmap of a block, to be written into. */
  bitsOf(block: number): Uint32Array {
    const known = this.#blocks.get(block);
    if (known) return known;
    const bits = newBits();
    this.#blocks.set(block, bits);
    return bits;
  }

  addAll(other: DocSet): this {
    for (const [block, bits] of other.#blocks) {
      const own = this.bitsOf(block);
      for (let i = 0; i < wordsPerBlock; i++) own[i] = (own[i] as number) | (bits[i] as number);
    }
    return this;
  }

  keepOnly(other: DocSet): this {
    for (const [block, own] of this.#blocks) {
      const bits = other.#blocks.get(block);
      if (!bits) this.#blocks.delete(block);
      else for (let i = 0; i < wordsPerBlock; i++) own[i] = (own[i] as number) & (bits[i] as number);
    }
    return this;
  }

  without(other: DocSet): DocSet {
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
      for (const place of placesIn(bits)) yield block * docsPerBlock + place;
    }
  }
}

export const newBits = () => new Uint32Array(wordsPerBlock);

export function setBit(bits: Uint32Array, place: number): void {
  bits[place >>> 5] = (bits[place >>> 5] as number) | (1 << (place & 31));
}

export function clearBit(bits: Uint32Array, place: number): void {
  bits[place >>> 5] = (bits[place >>> 5] as number) & ~(1 << (place & 31));
}

/** How a block is stored: two bytes for each of a few places, or one bit for each place there is. */
export const bitmapBytes = docsPerBlock / 8;
const listedPlacesMax = bitmapBytes / 2 - 1;

/** Undefined where there is nothing to store. */
export function encodeBits(bits: Uint32Array): Uint8Array | undefined {
  const count = countBits(bits);
  if (count === 0) return undefined;
  const isBitmap = count > listedPlacesMax;
  const bytes = new Uint8Array(isBitmap ? bitmapBytes : count * 2);
  const view = new DataView(bytes.buffer);
  if (isBitmap) for (const [i, word] of bits.entries()) view.setUint32(i * 4, word, true);
  else for (const [i, place] of placesIn(bits).entries()) view.setUint16(i * 2, place, true);
  return bytes;
}

/** Adds what is stored, of one list or of several one after the other. */
export function decodeInto(bits: Uint32Array, bytes: Uint8Array, isBitmap: boolean): void {
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

function placesIn(bits: Uint32Array): number[] {
  const places: number[] = [];
  for (let i = 0; i < wordsPerBlock; i++) {
    for (let word = bits[i] as number; word !== 0; word &= word - 1) {
      places.push(i * 32 + 31 - Math.clz32(word & -word));
    }
  }
  return places;
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
