import { addMonths, type Day, firstWeekday, weekdayOf } from '../../parts/dates/dates.ts';
import type { Zoom } from '../ticket-search.ts';

export { type Zoom, zooms } from '../ticket-search.ts';

export const pxPerDay: Record<Zoom, number> = { week: 40, month: 14, quarter: 5 };

/** Days are counted from 1970, so that a place on the time axis is a subtraction. */
export type DayNumber = number;

const dayMs = 86_400_000;
export const numberOfDay = (day: Day): DayNumber => Math.round(Date.parse(day) / dayMs);
export const dayOfNumber = (number: DayNumber): Day => new Date(number * dayMs).toISOString().slice(0, 10);

/** The days that can currently be scrolled to. */
export interface TimeRange {
  from: DayNumber;
  /** Exclusive. */
  to: DayNumber;
}

/** The number of days before and after the middle at first; scrolling to an end adds as many. */
export const rangeStep: Record<Zoom, number> = { week: 112, month: 308, quarter: 730 };

/** Nobody plans in another century, and a URL can name any day. */
const firstDay = numberOfDay('1990-01-01');
const lastDay = numberOfDay('2090-01-01');

export const rangeAround = (middle: DayNumber, zoom: Zoom): TimeRange => {
  const day = Math.min(lastDay, Math.max(firstDay, middle));
  return { from: day - rangeStep[zoom], to: day + rangeStep[zoom] };
};

/** Adds days if the end of the range is near; otherwise returns the same object. */
export function extendRange(
  range: TimeRange,
  sight: { first: DayNumber; last: DayNumber },
  zoom: Zoom,
): TimeRange {
  const margin = rangeStep[zoom] / 4;
  const from =
    sight.first - range.from < margin && range.from > firstDay ? range.from - rangeStep[zoom] : range.from;
  const to = range.to - sight.last < margin && range.to < lastDay ? range.to + rangeStep[zoom] : range.to;
  return from === range.from && to === range.to ? range : { from, to };
}

export interface Tick {
  day: DayNumber;
  /** Days until the next tick. */
  days: number;
}

/** The fine division: days, weeks or months. The first tick may begin before the first day. */
export function minorTicks(first: DayNumber, last: DayNumber, zoom: Zoom): Tick[] {
  if (zoom === 'quarter') return monthTicks(first, last, 1);
  const step = zoom === 'week' ? 1 : 7;
  const start = zoom === 'week' ? first : first - ((weekdayOf(dayOfNumber(first)) - firstWeekday() + 7) % 7);
  const ticks: Tick[] = [];
  for (let day = start; day <= last; day += step) ticks.push({ day, days: step });
  return ticks;
}

/** The coarse division: months, or years. */
export const majorTicks = (first: DayNumber, last: DayNumber, zoom: Zoom): Tick[] =>
  monthTicks(first, last, zoom === 'quarter' ? 12 : 1);

function monthTicks(first: DayNumber, last: DayNumber, months: 1 | 12): Tick[] {
  const firstDate = dayOfNumber(first);
  let start: Day = months === 12 ? `${firstDate.slice(0, 4)}-01-01` : `${firstDate.slice(0, 7)}-01`;
  const ticks: Tick[] = [];
  while (numberOfDay(start) <= last) {
    const next = addMonths(start, months);
    ticks.push({ day: numberOfDay(start), days: numberOfDay(next) - numberOfDay(start) });
    start = next;
  }
  return ticks;
}

export const isWeekend = (day: DayNumber): boolean => weekdayOf(dayOfNumber(day)) > 5;

/** How many days one step of the pan keys and buttons moves. */
export const panDays: Record<Zoom, number> = { week: 7, month: 28, quarter: 91 };
