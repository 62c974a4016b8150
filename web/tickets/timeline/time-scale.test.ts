import assert from 'node:assert/strict';
import { test } from 'node:test';
import { firstWeekday, weekdayOf } from '../../parts/dates/dates.ts';
import {
  dayOfNumber,
  extendRange,
  majorTicks,
  minorTicks,
  numberOfDay,
  rangeAround,
  rangeStep,
  type Tick,
  zooms,
} from './time-scale.ts';

test('every day of ten years has its number, also around a change of clocks', () => {
  const first = numberOfDay('2024-01-01');
  for (let number = first; number < first + 3_653; number++) {
    assert.equal(numberOfDay(dayOfNumber(number)), number);
  }
});

test('ticks follow each other without a gap and cover the days in sight, at every zoom', () => {
  const first = numberOfDay('2027-11-17');
  const last = first + 500;
  const isCovered = (ticks: Tick[]) => {
    assert.ok(ticks.length > 0);
    assert.ok((ticks[0]?.day ?? Infinity) <= first);
    const end = ticks.at(-1);
    assert.ok(end && end.day + end.days > last);
    for (const [index, tick] of ticks.slice(1).entries()) {
      const before = ticks[index];
      assert.equal(tick.day, (before?.day ?? 0) + (before?.days ?? 0));
    }
  };
  for (const zoom of zooms) {
    isCovered(minorTicks(first, last, zoom));
    isCovered(majorTicks(first, last, zoom));
  }
});

test('weeks begin on the first weekday, months on their first day, years in January', () => {
  const [first, last] = [numberOfDay('2026-11-18'), numberOfDay('2028-03-01')];
  const daysOf = (ticks: Tick[]) => ticks.map(({ day }) => dayOfNumber(day));
  assert.ok(daysOf(minorTicks(first, last, 'month')).every((day) => weekdayOf(day) === firstWeekday()));
  assert.ok(daysOf(minorTicks(first, last, 'quarter')).every((day) => day.endsWith('-01')));
  assert.deepEqual(daysOf(majorTicks(first, last, 'quarter')), ['2026-01-01', '2027-01-01', '2028-01-01']);
});

test('the range grows at the end that comes into sight, and stays the same object in between', () => {
  const middle = numberOfDay('2026-11-16');
  const range = rangeAround(middle, 'month');
  assert.equal(extendRange(range, { first: middle, last: middle + 60 }, 'month'), range);
  const later = extendRange(range, { first: range.to - 70, last: range.to - 10 }, 'month');
  assert.deepEqual(later, { from: range.from, to: range.to + rangeStep.month });
  const earlier = extendRange(range, { first: range.from + 1, last: range.from + 60 }, 'month');
  assert.deepEqual(earlier, { from: range.from - rangeStep.month, to: range.to });
});

test('an address with an absurd day leads to a range that ends', () => {
  const range = rangeAround(numberOfDay('9999-12-31'), 'quarter');
  assert.ok(range.to < numberOfDay('2093-01-01'));
  assert.equal(extendRange(range, { first: range.to - 50, last: range.to }, 'quarter').to, range.to);
});
