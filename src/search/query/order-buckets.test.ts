import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bucketsWithin, type Directory } from './order-buckets.ts';

/** Buckets that begin with these keys; the first also has everything below. */
function directoryOf(...lows: number[]): Directory {
  const buckets = lows.map((key, index) => ({
    number: index + 1,
    size: 10,
    low: index === 0 ? undefined : { key, id: 'a' },
  }));
  return { buckets, bounds: buckets.map(({ low }) => low), documents: 10 * buckets.length, bytes: 0 };
}

test('a range of keys is in the buckets at its limits and between them', () => {
  const directory = directoryOf(0, 10, 20, 30);
  assert.deepEqual(bucketsWithin(directory, { from: 12, before: 25 }), [1, 2]);
  assert.deepEqual(bucketsWithin(directory, { before: 5 }), [0]);
  assert.deepEqual(bucketsWithin(directory, { from: 35 }), [3]);
  assert.deepEqual(bucketsWithin(directory, {}), [0, 1, 2, 3]);
});

test('before any ticket is indexed, no bucket can have the keys of a range', () => {
  for (const bounds of [{ from: 1 }, { before: 9 }, { from: 1, before: 9 }, {}])
    assert.deepEqual(bucketsWithin(directoryOf(), bounds), []);
});
