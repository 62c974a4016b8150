import { addDays, type Day, firstWeekday, weekdayOf, weeksOf } from '../../parts/dates/dates.ts';

/** The seven days of a day's week, from the first weekday of the language. */
export function weekOf(day: Day): Day[] {
  const start = addDays(day, -((weekdayOf(day) - firstWeekday() + 7) % 7));
  return Array.from({ length: 7 }, (_, index) => addDays(start, index));
}

/** The shown weeks: those that the month touches, or one week. */
export const weeksShown = (anchor: Day, span: 'month' | 'week'): Day[][] =>
  span === 'month' ? weeksOf(anchor) : [weekOf(anchor)];

/** How many days a key moves; with Shift it moves the focused ticket. */
export const dayStep = (key: string): number | undefined =>
  ({ ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 })[key];
