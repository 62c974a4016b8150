import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { DocSet, decodeIntoBitmap, encodeBitmap, newBitmap, setBit } from './doc-set.ts';
import { decodeTerms, encodeTerms, termCode } from './document-terms.ts';

const docsPerBlock = 4_096;
const bitmapBytes = docsPerBlock / 8;
const docs = fc.uniqueArray(fc.nat(12 * docsPerBlock), { maxLength: 400 });
const sorted = (numbers: Iterable<number>) => [...numbers].sort((a, b) => a - b);

test('union, intersection, difference and size of document sets agree with plain arrays', () => {
  fc.assert(
    fc.property(docs, docs, (a, b) => {
      const inBoth = a.filter((doc) => b.includes(doc));
      assert.deepEqual(sorted(DocSet.of(a)), sorted(a));
      assert.equal(DocSet.of(a).size, a.length);
      assert.deepEqual(sorted(DocSet.of(a).intersectWith(DocSet.of(b))), sorted(inBoth));
      assert.equal(DocSet.of(a).hasAnyOf(DocSet.of(b)), inBoth.length > 0);
      assert.deepEqual(
        sorted(DocSet.of(a).difference(DocSet.of(b))),
        sorted(a.filter((doc) => !b.includes(doc))),
      );
      assert.deepEqual(sorted(DocSet.of(a).unionWith(DocSet.of(b))), sorted(new Set([...a, ...b])));
      for (const doc of b) assert.equal(DocSet.of(a).has(doc), inBoth.includes(doc));
      assert.equal(DocSet.of(a).countOf(Uint32Array.from(b)), inBoth.length);
    }),
  );
});

test('a change of a set does not change its copies, nor a change of a copy the set', () => {
  const changes: ((set: DocSet, other: DocSet) => unknown)[] = [
    (set) => set.add(1),
    (set) => set.addAll(Uint32Array.of(2, 20_000)),
    (set) => setBit(set.bitmapOf(0, docsPerBlock), 3),
    (set, other) => set.unionWith(other),
    (set, other) => set.intersectWith(other),
    (set, other) => set.subtract(other),
  ];
  fc.assert(
    fc.property(docs, docs, fc.constantFrom(...changes), (a, b, change) => {
      const set = DocSet.of(a);
      const copy = set.copy();
      const copyOfCopy = copy.copy();
      const other = DocSet.of(b);
      const union = new DocSet().unionWith(other);
      change(copy, union);
      change(union, copy);
      assert.deepEqual([...set], sorted(a));
      assert.deepEqual([...copyOfCopy], sorted(a));
      assert.deepEqual([...other], sorted(b));
    }),
  );
});

test('a posting block is stored as an array or a bitmap, and concatenated blocks decode as one', () => {
  const bitmapOf = (setBits: number[]) => {
    const bits = newBitmap(docsPerBlock);
    for (const bit of setBits) setBit(bits, bit);
    return bits;
  };
  const upTo = (count: number) => Array.from({ length: count }, (_, i) => (i * 7) % docsPerBlock);
  for (const count of [1, 2, 254, 255, 256, 257, docsPerBlock]) {
    const bits = bitmapOf(upTo(count));
    const bytes = encodeBitmap(bits) as Uint8Array;
    assert.equal(bytes.length, count <= 255 ? count * 2 : bitmapBytes);
    const read = newBitmap(docsPerBlock);
    decodeIntoBitmap(read, Buffer.concat([bytes, bytes]), bytes.length === bitmapBytes);
    assert.deepEqual(read, bits);
  }
  assert.equal(encodeBitmap(newBitmap(docsPerBlock)), undefined);
});

test('a set is written and read block by block, with blocks of any size', () => {
  fc.assert(
    fc.property(docs, fc.constantFrom(32, 4_096, 16_384), (numbers, size) => {
      const set = new DocSet();
      for (const doc of numbers) setBit(set.bitmapOf(Math.floor(doc / size), size), doc % size);
      assert.deepEqual([...set], sorted(numbers));
      const inFirst = numbers.filter((doc) => doc < size);
      const everyThird = newBitmap(size).fill(0x9249_2492);
      const isThird = (doc: number) => ((0x9249_2492 >>> (doc % 32)) & 1) === 1;
      assert.equal(set.countIn(0, everyThird), inFirst.filter(isThird).length);
    }),
  );
});

test('the term codes of a document survive encoding and decoding', () => {
  const code = fc.tuple(fc.nat(2_000_000_000), fc.boolean()).map(([id, inTitle]) => termCode(id, inTitle));
  fc.assert(
    fc.property(fc.uniqueArray(code), (codes) => {
      assert.deepEqual(decodeTerms(encodeTerms(codes)), sorted(codes));
    }),
  );
});
