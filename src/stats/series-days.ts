import { dayMs } from '../platform/clock.ts';
import { parseInstant } from '../platform/instant.ts';

/** The days of a series in the zone of who looks. */
export interface SeriesDays {
  /** `2026-11-01` … */
  dates: string[];
  /** When each day begins, and at the end when the last one is over. */
  starts: number[];
}

/** From one date to the other, both included. */
export function daysBetween(from: string, to: string, zone: string): SeriesDays {
  const dates: string[] = [];
  for (let at = midnightOf(from); at <= midnightOf(to); at += dayMs) dates.push(dateOf(at));
  const starts = [startOf(from, zone), ...dates.map((date) => endOf(date, zone) + 1)];
  return { dates, starts };
}

/** The date in the zone at a moment. */
export function dateIn(zone: string, at: number): string {
  const near = dateOf(at);
  const dates = [shiftDate(near, -1), near, shiftDate(near, 1)];
  return dates.find((date) => endOf(date, zone) >= at) as string;
}

export const shiftDate = (date: string, days: number) => dateOf(midnightOf(date) + days * dayMs);

/** The Monday on or before the date. */
export const mondayOf = (date: string) =>
  shiftDate(date, -((new Date(midnightOf(date)).getUTCDay() + 6) % 7));

export const countDays = (from: string, to: string) => (midnightOf(to) - midnightOf(from)) / dayMs + 1;

/** Days of the same length that follow each other. The clocks change twice a year, and that day stands alone. */
export interface Stretch {
  start: number;
  end: number;
  firstDay: number;
  dayLengthMs: number;
}

export function stretchesOf({ starts }: SeriesDays): Stretch[] {
  const stretches: Stretch[] = [];
  for (let day = 0; day + 1 < starts.length; day++) {
    const [start, end] = [starts[day] as number, starts[day + 1] as number];
    const last = stretches.at(-1);
    if (last?.dayLengthMs === end - start) last.end = end;
    else stretches.push({ start, end, firstDay: day, dayLengthMs: end - start });
  }
  return stretches;
}

const midnightOf = (date: string) => Date.parse(`${date}T00:00:00.000Z`);
const dateOf = (at: number) => new Date(at).toISOString().slice(0, 10);
const endOf = (date: string, zone: string) => parseInstant(date, zone) as number;
const startOf = (date: string, zone: string) => endOf(shiftDate(date, -1), zone) + 1;
