import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import {
  addDays,
  addMonths,
  dayOf,
  daysBetween,
  formatAgo,
  formatDate,
  formatDay,
  formatDayWithin,
  formatDuration,
  setTimeZone,
  weeksOf,
} from './dates.ts';

afterEach(() => setTimeZone('UTC'));

test('a moment lies on the day of the user’s zone', () => {
  setTimeZone('Pacific/Auckland');
  assert.equal(dayOf('2026-11-15T12:00:00.000Z'), '2026-11-16');
  setTimeZone('America/Los_Angeles');
  assert.equal(dayOf('2026-11-15T03:00:00.000Z'), '2026-11-14');
});

test('a day without a time is the same in every zone', () => {
  for (const zone of ['Pacific/Auckland', 'America/Los_Angeles', 'UTC']) {
    setTimeZone(zone);
    assert.equal(dayOf('2026-12-24'), '2026-12-24');
    assert.match(formatDate('2026-12-24'), /24/);
  }
});

test('days are counted across the change to summer time', () => {
  assert.equal(addDays('2026-03-28', 2), '2026-03-30');
  assert.equal(daysBetween('2026-03-28', '2026-03-30'), 2);
});

test('a month after the 31st is the last day of the next month', () => {
  assert.equal(addMonths('2026-01-31', 1), '2026-02-28');
  assert.equal(addMonths('2026-03-31', -1), '2026-02-28');
  assert.equal(addMonths('2026-12-15', 1), '2027-01-15');
});

test('near days have names and another year is written', () => {
  const now = '2026-11-15';
  assert.equal(formatDay('2026-11-15', now), 'Today');
  assert.equal(formatDay('2026-11-16', now), 'Tomorrow');
  assert.equal(formatDay('2026-11-14', now), 'Yesterday');
  assert.equal(formatDayWithin('2026-11-16', now), 'tomorrow');
  assert.equal(formatDayWithin('2027-01-02', now), formatDay('2027-01-02', now));
  assert.doesNotMatch(formatDay('2026-12-24', now), /2026/);
  assert.match(formatDay('2027-01-02', now), /2027/);
});

test('the distance in time is said in the largest unit that fits', () => {
  const now = '2026-11-15T12:00:00.000Z';
  assert.equal(formatAgo('2026-11-15T11:59:50.000Z', now), 'just now');
  assert.match(formatAgo('2026-11-15T11:55:00.000Z', now), /5 min/);
  assert.match(formatAgo('2026-11-15T09:00:00.000Z', now), /3 h/);
  assert.equal(formatAgo('2026-11-14T09:00:00.000Z', now), 'yesterday');
  assert.match(formatAgo('2026-10-01T09:00:00.000Z', now), /Oct/);
});

test('a duration is rounded to one unit', () => {
  assert.equal(formatDuration(45_000), '45 sec');
  assert.equal(formatDuration(12 * 60_000), '12 min');
  assert.equal(formatDuration(3.5 * 3_600_000), '3.5 hr');
});

test('the weeks of a month are whole and contain every day of it', () => {
  const weeks = weeksOf('2026-11-15');
  assert.ok(weeks.every((week) => week.length === 7));
  const days = weeks.flat();
  assert.equal(days.filter((day) => day.startsWith('2026-11')).length, 30);
});
