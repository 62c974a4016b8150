import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  bandPath,
  countTicks,
  dayTicks,
  isYearShown,
  labelMarks,
  linearScale,
  nearestIndex,
  spreadLabels,
  stack,
} from './scale.ts';

test('a scale maps the ends of its domain to the ends of its range, also for a single value', () => {
  const scale = linearScale([10, 20], [0, 100]);
  assert.deepEqual([scale(10), scale(15), scale(20)], [0, 50, 100]);
  assert.equal(linearScale([5, 5], [0, 100])(5), 0);
});

test('ticks of counts are whole, round and cover the highest', () => {
  assert.deepEqual(countTicks(0), [0, 1]);
  assert.deepEqual(countTicks(3), [0, 1, 2, 3]);
  assert.deepEqual(countTicks(17), [0, 5, 10, 15, 20]);
  for (const highest of [1, 2, 7, 99, 1234, 100_000]) {
    const ticks = countTicks(highest);
    assert.ok((ticks.at(-1) ?? 0) >= highest && ticks.length <= 7, `${highest}: ${ticks}`);
  }
});

test('days are ticked as room allows: each day, by weeks, by months', () => {
  assert.deepEqual(dayTicks('2026-11-01', '2026-11-03', 5), ['2026-11-01', '2026-11-02', '2026-11-03']);
  assert.deepEqual(dayTicks('2026-11-01', '2026-11-29', 5), [
    '2026-11-01',
    '2026-11-07',
    '2026-11-13',
    '2026-11-19',
    '2026-11-25',
  ]);
  assert.deepEqual(dayTicks('2026-01-15', '2026-06-10', 5), [
    '2026-02-01',
    '2026-03-01',
    '2026-04-01',
    '2026-05-01',
    '2026-06-01',
  ]);
  assert.ok(dayTicks('2025-11-15', '2026-11-15', 4).length <= 5);
});

test('layers stand on each other', () => {
  assert.deepEqual(
    stack([
      [1, 2],
      [3, 4],
    ]),
    [
      [
        { low: 0, high: 1 },
        { low: 0, high: 2 },
      ],
      [
        { low: 1, high: 4 },
        { low: 2, high: 6 },
      ],
    ],
  );
});

test('the nearest position is found and an empty band has no outline', () => {
  assert.equal(nearestIndex([0, 10, 20], 14), 1);
  assert.equal(nearestIndex([], 14), 0);
  assert.equal(bandPath([], []), '');
});

test('an axis names the year where it changes, and none if all days are in one', () => {
  const shown = (ticks: string[]) => ticks.filter((_, index) => isYearShown(ticks, index));
  assert.deepEqual(shown(['2025-12-01', '2026-03-01', '2026-12-01']), ['2025-12-01', '2026-03-01']);
  assert.deepEqual(shown(['2026-03-01', '2026-12-01']), []);
});

test('labels that would overlap are moved apart and stay inside', () => {
  assert.deepEqual(spreadLabels([100, 20, 60], 13, [0, 200]), [100, 20, 60]);
  assert.deepEqual(spreadLabels([52, 50, 51], 13, [0, 200]), [76, 50, 63]);
  assert.deepEqual(spreadLabels([198, 199, 200], 13, [0, 200]), [174, 187, 200]);
});

test('marks that read the same have one label, at the highest of their values', () => {
  const format = (value: number) => value.toFixed(1);
  const marks = [
    { name: '50 %', value: 0.21 },
    { name: '75 %', value: 0.24 },
    { name: '90 %', value: 3 },
  ];
  assert.deepEqual(labelMarks(marks, format), [
    { text: '50 %, 75 %: 0.2', value: 0.24 },
    { text: '90 %: 3.0', value: 3 },
  ]);
});
