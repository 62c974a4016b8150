import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dateIn, daysBetween, weekMonday } from './series-days.ts';

test('every day starts and ends on its own date in the zone, also where the clocks change at midnight', () => {
  for (const zone of [
    'UTC',
    'Europe/Vienna',
    'America/Santiago',
    'America/Godthab',
    'Asia/Kathmandu',
    'PST',
  ]) {
    const { dates, startsMs } = daysBetween('2025-11-01', '2026-10-31', zone);
    const format = new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' });
    assert.deepEqual([dates.length, dates[0], dates.at(-1)], [365, '2025-11-01', '2026-10-31']);
    for (const [day, date] of dates.entries()) {
      const [first, last] = [startsMs[day] as number, (startsMs[day + 1] as number) - 1];
      assert.deepEqual(
        [format.format(first), format.format(last), dateIn(zone, last)],
        [date, date, date],
        zone,
      );
    }
  }
});

test('a week starts on Monday', () => {
  const dates = ['2026-11-15', '2026-11-16', '2026-11-22', '2027-01-01'];
  assert.deepEqual(dates.map(weekMonday), ['2026-11-09', '2026-11-16', '2026-11-16', '2026-12-28']);
});
