import assert from 'node:assert/strict';
import test from 'node:test';
import { evenSpans, measuredSpans, scrollTopFor, withOthers } from './virtual-spans.ts';

test('an item of equal height is found by its number and by its place', () => {
  const spans = evenSpans(100_000, 36);
  assert.equal(spans.totalPx, 3_600_000);
  assert.deepEqual(spans.at(99_999), { index: 99_999, start: 3_599_964, size: 36 });
  assert.equal(spans.indexAt(35), 0);
  assert.equal(spans.indexAt(36), 1);
  assert.equal(spans.indexAt(9_999_999), 99_999);
});

test('measured items push those below them, and unmeasured ones count as estimated', () => {
  const heights = new Map([['b', 50]]);
  const spans = measuredSpans(['a', 'b', 'c'], heights, { itemPx: 90, spacingPx: 8 });
  assert.deepEqual(
    [0, 1, 2].map((index) => spans.at(index)),
    [
      { index: 0, start: 0, size: 90 },
      { index: 1, start: 98, size: 50 },
      { index: 2, start: 156, size: 90 },
    ],
  );
  assert.equal(spans.totalPx, 246);
  assert.deepEqual([0, 97, 98, 155, 156, 9999].map(spans.indexAt), [0, 0, 1, 1, 2, 2]);
});

test('a list without items has no height', () => {
  assert.equal(measuredSpans([], new Map(), { itemPx: 90, spacingPx: 8 }).totalPx, 0);
  assert.deepEqual(withOthers(0, -1, [0], 0), []);
});

test('the active item is drawn although it is out of sight', () => {
  assert.deepEqual(withOthers(4, 6, [5], 10), [4, 5, 6]);
  assert.deepEqual(withOthers(4, 6, [1, undefined, 1], 10), [1, 4, 5, 6]);
  assert.deepEqual(withOthers(4, 6, [-1, 10], 10), [4, 5, 6]);
});

test('the list scrolls as little as shows the item whole, below what covers the top', () => {
  const view = { scrollTop: 100, heightPx: 300, coveredPx: 36 };
  assert.equal(scrollTopFor({ index: 0, start: 200, size: 36 }, view), 100);
  assert.equal(scrollTopFor({ index: 0, start: 120, size: 36 }, view), 84);
  assert.equal(scrollTopFor({ index: 0, start: 390, size: 36 }, view), 126);
  assert.equal(scrollTopFor({ index: 0, start: 0, size: 36 }, view), 0);
});
