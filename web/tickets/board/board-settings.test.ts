import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseFolded, parseLimit, parseLimits } from './board-settings.ts';

test('at first the column of cancelled tickets alone is folded', () => {
  assert.deepEqual(parseFolded(null), ['cancelled']);
  assert.deepEqual(parseFolded('{"folded":[]}'), []);
});

test('what another version wrote is ignored', () => {
  assert.deepEqual(parseFolded('{'), ['cancelled']);
  assert.deepEqual(parseFolded('{"folded":[5,"done"]}'), ['done']);
  assert.deepEqual(parseFolded('7'), ['cancelled']);
});

test('limits that a former version kept are read, and what is no limit is left out', () => {
  const kept = '{"folded":["done"],"limits":{"todo":"x","done":-1,"in_progress":4}}';
  assert.deepEqual(parseLimits(kept), { limits: { in_progress: 4 }, rest: { folded: ['done'] } });
  assert.deepEqual(parseLimits(null), { limits: {}, rest: {} });
});

test('a limit is a whole number from 1', () => {
  assert.equal(parseLimit('3'), 3);
  assert.equal(parseLimit(''), undefined);
  assert.equal(parseLimit('0'), undefined);
  assert.equal(parseLimit('2.5'), undefined);
  assert.equal(parseLimit(5_000), 999);
});
