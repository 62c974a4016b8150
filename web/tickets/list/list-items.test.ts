import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ListItems } from './list-items.ts';

const group = (key: string, loaded: number, total = loaded, isCollapsed = false) => ({
  key,
  ids: Array.from({ length: loaded }, (_, index) => `${key}${index}`),
  total,
  isCollapsed,
});

test('each group is a head and its rows', () => {
  const items = new ListItems([group('a', 2), group('b', 1)], true);
  assert.equal(items.count, 5);
  assert.deepEqual(
    Array.from({ length: 5 }, (_, line) => items.at(line)),
    [
      { kind: 'head', group: 0 },
      { kind: 'row', group: 0, index: 0 },
      { kind: 'row', group: 0, index: 1 },
      { kind: 'head', group: 1 },
      { kind: 'row', group: 1, index: 0 },
    ],
  );
  assert.deepEqual(items.headIndexes, [0, 3]);
  assert.equal(items.lineOf(1, 0), 4);
  assert.equal(items.headOver(2), 0);
  assert.equal(items.headOver(4), 3);
});

test('a collapsed group is only its head', () => {
  const items = new ListItems([group('a', 3, 3, true), group('b', 1)], true);
  assert.equal(items.count, 3);
  assert.deepEqual(items.at(1), { kind: 'head', group: 1 });
});

test('without grouping there are no heads', () => {
  const items = new ListItems([group('a', 2)], false);
  assert.equal(items.count, 2);
  assert.deepEqual(items.at(0), { kind: 'row', group: 0, index: 0 });
  assert.equal(items.headOver(1), undefined);
});

test('missing pages are a few grey rows, not a promise of thousands', () => {
  assert.equal(new ListItems([group('a', 100, 60_000)], false).count, 112);
  assert.equal(new ListItems([group('a', 100, 103)], false).count, 103);
});
