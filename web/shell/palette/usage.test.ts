import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countUse, scoreOf, type Usage } from './usage.ts';

const dayMs = 24 * 60 * 60 * 1000;
const useAll = (uses: [id: string, day: number][]) =>
  uses.reduce<Usage>((usage, [id, day]) => countUse(usage, id, day * dayMs), {});

test('what is used more often comes first', () => {
  const usage = useAll([
    ['assign', 0],
    ['status', 0],
    ['assign', 0],
  ]);
  assert.ok(scoreOf(usage, 'assign', 0) > scoreOf(usage, 'status', 0));
});

test('a use counts half after a week, so that what is used lately overtakes', () => {
  const usage = useAll([
    ['assign', 0],
    ['assign', 0],
    ['status', 20],
  ]);
  assert.equal(scoreOf(usage, 'assign', 7 * dayMs), 1);
  assert.ok(scoreOf(usage, 'status', 20 * dayMs) > scoreOf(usage, 'assign', 20 * dayMs));
});

test('what was never used counts nothing', () => assert.equal(scoreOf({}, 'delete', 0), 0));

test('the hundred most used entries are kept', () => {
  const usage = useAll(Array.from({ length: 150 }, (_, day): [string, number] => [`entry-${day}`, day]));
  assert.equal(Object.keys(usage).length, 100);
  assert.equal(usage['entry-0'], undefined);
  assert.ok(usage['entry-149']);
});
