import { addDays, type Day, firstWeekday, weekdayOf, weeksOf } from '../../parts/dates/dates.ts';

/** The seven days of the week of a day, from the first weekday of the language. */
export function weekOf(day: Day): Day[] {
  const start = addDays(day, -((weekdayOf(day) - firstWeekday() + 7) % 7));
  return Array.from({ length: 7 }, (_, index) => addDays(start, index));
}

/** The weeks that are shown: those that the month touches, or the one week. */
export const weeksShown = (anchor: Day, span: 'month' | 'week'): Day[][] =>
  span === 'month' ? weeksOf(anchor) : [weekOf(anchor)];

/** How far a key moves a day; with Shift it moves the ticket that has the focus. */
export const dayStep = (key: string): number | undefined =>
  ({ ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 })[key];
