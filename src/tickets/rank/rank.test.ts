import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { newId } from '../../platform/ids.ts';
import { rankAt } from '../fields/ticket-rules.ts';
import { isRankAt, rankBetween, rankLengthMax, ranksBetween } from './rank.ts';

const digit = fc.constantFrom(...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz');
const rank = fc
  .tuple(fc.array(digit, { maxLength: 30 }), digit)
  .filter(([, last]) => last !== '0')
  .map(([start, last]) => `${start.join('')}${last}`);
const twoRanks = fc.tuple(rank, rank).filter(([a, b]) => a < b);

test('ranks between two others are strictly between them, ascending and without a trailing 0', () => {
  fc.assert(
    fc.property(twoRanks, fc.integer({ min: 1, max: 100 }), ([low, high], count) => {
      const between = ranksBetween(low, high, count);
      assert.ok(between);
      assert.equal(between.length, count);
      const all = [low, ...between, high];
      assert.deepEqual(all, [...new Set(all)].sort());
      assert.ok(between.every((one) => !one.endsWith('0') && one.length <= rankLengthMax));
    }),
  );
});

test('ranks before the first and after the last stay short however many there are', () => {
  const start = rankAt(1_790_000_000_000, newId());
  let [first, last] = [start, start];
  for (let i = 0; i < 10_000; i++) {
    const [before, after] = [rankBetween(undefined, first), rankBetween(last, undefined)];
    assert.ok(before && after && before < first && last < after);
    assert.ok(before.length <= 9 && after.length <= 9);
    [first, last] = [before, after];
  }
});

test('no rank fits between equal ranks, or between two that differ in the last possible digit', () => {
  const longest = 'V'.repeat(rankLengthMax - 1);
  assert.equal(rankBetween('V1', 'V1'), undefined);
  assert.equal(rankBetween(`${longest}1`, `${longest}2`), undefined);
});

test('tickets rank in the order of their creation, those of the same millisecond in the order of their ids', () => {
  const time = fc.integer({ min: 0, max: 4_000_000_000_000 });
  fc.assert(
    fc.property(time, time, (a, b) => {
      const [one, other] = [rankAt(a, newId(a)), rankAt(b, newId(b))];
      assert.equal(one < other, a < b || (a === b && one < other));
    }),
  );
  const ids = Array.from({ length: 50 }, () => newId(1_790_000_000_000)).sort();
  const ranks = ids.map((id) => rankAt(1_790_000_000_000, id));
  assert.deepEqual(ranks, ranks.toSorted());
});

test('the rank of a time and an id is recognised, and no other', () => {
  const at = 1_790_000_000_000;
  const [id, other] = [newId(at), newId(at)];
  const own = rankAt(at, id);
  assert.equal(isRankAt(own, at, id), true);
  for (const [text, time, ticket] of [
    [own, at + 1, id],
    [own, at, other],
    [`${own}1`, at, id],
    [own.slice(0, -1), at, id],
    [`-${own.slice(1)}`, at, id],
    ['', at, id],
  ] as const) {
    assert.equal(isRankAt(text, time, ticket), false, text);
  }
});
