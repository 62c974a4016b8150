import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addDays, addMonths, daysBetween, firstWeekday, weekdayOf } from '../../parts/dates/dates.ts';
import { dayStep, weekOf, weeksShown } from './calendar-days.ts';

test('a week has seven days from the first weekday, also over a change of clocks and of the year', () => {
  for (const day of ['2026-03-29', '2026-10-25', '2026-12-31', '2028-02-29']) {
    const week = weekOf(day);
    assert.equal(week.length, 7);
    assert.equal(week.includes(day), true);
    assert.equal(weekdayOf(week[0] ?? ''), firstWeekday());
    assert.equal(daysBetween(week[0] ?? '', week[6] ?? ''), 6);
  }
});

test('no day is missed or doubled in any month of ten years', () => {
  for (let month = '2024-01-01'; month < '2034-01-01'; month = addMonths(month, 1)) {
    const days = weeksShown(month, 'month').flat();
    assert.equal(days.length % 7, 0);
    assert.equal(
      days.every((day, index) => index === 0 || daysBetween(days[index - 1] ?? '', day) === 1),
      true,
    );
    const ofMonth = days.filter((day) => day.startsWith(month.slice(0, 7)));
    assert.equal(ofMonth[0], month);
    assert.equal(ofMonth.at(-1), addDays(addMonths(month, 1), -1));
  }
});

test('arrows move by day and by week, other keys do not', () => {
  assert.deepEqual(['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'j'].map(dayStep), [
    -1,
    1,
    -7,
    7,
    undefined,
  ]);
});
