import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { bitmapBytes, DocSet, decodeInto, docsPerBlock, encodeBits, newBits, setBit } from './doc-set.ts';
import { decodeTerms, encodeTerms, termCode } from './document-terms.ts';

const docs = fc.uniqueArray(fc.nat(3 * docsPerBlock), { maxLength: 400 });
const sorted = (numbers: Iterable<number>) => [...numbers].sort((a, b) => a - b);

test('sets of documents behave as sets', () => {
  fc.assert(
    fc.property(docs, docs, (a, b) => {
      const inBoth = a.filter((doc) => b.includes(doc));
      assert.deepEqual(sorted(DocSet.of(a)), sorted(a));
      assert.equal(DocSet.of(a).size, a.length);
      assert.deepEqual(sorted(DocSet.of(a).keepOnly(DocSet.of(b))), sorted(inBoth));
      assert.deepEqual(
        sorted(DocSet.of(a).without(DocSet.of(b))),
        sorted(a.filter((doc) => !b.includes(doc))),
      );
      assert.deepEqual(sorted(DocSet.of(a).addAll(DocSet.of(b))), sorted(new Set([...a, ...b])));
      for (const doc of b) assert.equal(DocSet.of(a).has(doc), inBoth.includes(doc));
    }),
  );
});

test('a block is stored as places or as a bitmap, and several are read as one', () => {
  const bitsOf = (places: number[]) => {
    const bits = newBits();
    for (const place of places) setBit(bits, place);
    return bits;
  };
  const upTo = (count: number) => Array.from({ length: count }, (_, i) => (i * 7) % docsPerBlock);
  for (const count of [1, 2, 254, 255, 256, 257, docsPerBlock]) {
    const bits = bitsOf(upTo(count));
    const bytes = encodeBits(bits) as Uint8Array;
    assert.equal(bytes.length, count <= 255 ? count * 2 : bitmapBytes);
    const read = newBits();
    decodeInto(read, Buffer.concat([bytes, bytes]), bytes.length === bitmapBytes);
    assert.deepEqual(read, bits);
  }
  assert.equal(encodeBits(newBits()), undefined);
});

test('the terms of a document are remembered, however many and large', () => {
  const code = fc.tuple(fc.nat(2_000_000_000), fc.boolean()).map(([id, inTitle]) => termCode(id, inTitle));
  fc.assert(
    fc.property(fc.uniqueArray(code), (codes) => {
      assert.deepEqual(decodeTerms(encodeTerms(codes)), sorted(codes));
    }),
  );
});
