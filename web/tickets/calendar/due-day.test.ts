import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addDays, dayOf, setTimeZone } from '../../parts/dates/dates.ts';
import { groupByDay, moveDue } from './due-day.ts';

const berlin = 'Europe/Berlin';

test('a due date without a time stays a date', () => {
  assert.equal(moveDue(null, '2026-11-20', berlin), '2026-11-20');
  assert.equal(moveDue('2026-11-15', '2026-11-20', berlin), '2026-11-20');
  assert.equal(moveDue('2026-11-15T22:59:59.999Z', '2026-11-20', berlin), '2026-11-20');
});

test('a time is kept as the clock shows it, also over a change of clocks', () => {
  assert.equal(moveDue('2026-03-27T13:30:00.000Z', '2026-03-30', berlin), '2026-03-30T12:30:00.000Z');
  assert.equal(moveDue('2026-10-24T12:30:00.000Z', '2026-10-26', berlin), '2026-10-26T13:30:00.000Z');
  assert.equal(moveDue('2026-11-15T08:00:00.000Z', '2026-11-16', 'UTC'), '2026-11-16T08:00:00.000Z');
});

test('a moved due date is on the day that was asked for, in any zone and on every day of a leap year', () => {
  for (const zone of [
    'UTC',
    berlin,
    'America/St_Johns',
    'Pacific/Auckland',
    'Pacific/Apia',
    'Africa/Cairo',
  ]) {
    setTimeZone(zone);
    for (let day = '2028-01-01'; day < '2029-01-01'; day = addDays(day, 1)) {
      assert.equal(dayOf(moveDue('2026-06-15T10:15:00.000Z', day, zone)), day);
    }
  }
});

test('tickets lie on the day of the person, and those without a due date on none', () => {
  setTimeZone(berlin);
  const late = { dueDate: '2026-11-15T23:00:00.000Z' };
  const early = { dueDate: '2026-11-15T22:59:59.999Z' };
  const days = groupByDay([late, { dueDate: null }, early, late]);
  assert.deepEqual(
    [...days],
    [
      ['2026-11-16', [late, late]],
      ['2026-11-15', [early]],
    ],
  );
});
