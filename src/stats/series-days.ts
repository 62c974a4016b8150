import { temporalZone } from '../platform/time-zone.ts';

const oneDay = Temporal.Duration.from({ days: 1 });

/** The days of a series in one time zone. */
export interface SeriesDays {
  /** `2026-11-01` … */
  dates: string[];
  /** The first millisecond of each day, and of the day after the last. */
  starts: number[];
}

/** All days from one date to the other, both included. */
export function daysBetween(from: string, to: string, zone: string): SeriesDays {
  const timeZone = temporalZone(zone);
  const dates: string[] = [];
  const starts: number[] = [];
  let date = Temporal.PlainDate.from(from);
  const addStart = () => starts.push(date.toZonedDateTime(timeZone).epochMilliseconds);
  for (let text = from; text <= to; text = date.toString()) {
    dates.push(text);
    addStart();
    date = date.add(oneDay);
  }
  addStart();
  return { dates, starts };
}

/** The date in the zone at an instant. */
export const dateIn = (zone: string, atMs: number) =>
  Temporal.Instant.fromEpochMilliseconds(atMs)
    .toZonedDateTimeISO(temporalZone(zone))
    .toPlainDate()
    .toString();

export const shiftDate = (date: string, days: number) =>
  Temporal.PlainDate.from(date).add({ days }).toString();

/** The Monday on or before the date. */
export function mondayOf(date: string): string {
  const day = Temporal.PlainDate.from(date);
  return day.subtract({ days: day.dayOfWeek - 1 }).toString();
}

export const countDays = (from: string, to: string) => Temporal.PlainDate.from(from).until(to).days + 1;

/** Consecutive days of the same length. A day on which the clocks change is a run of its own. */
export interface DayRun {
  start: number;
  end: number;
  firstDay: number;
  dayLengthMs: number;
}

export function dayRunsOf({ starts }: SeriesDays): DayRun[] {
  const runs: DayRun[] = [];
  for (let day = 0; day + 1 < starts.length; day++) {
    const [start, end] = [starts[day] as number, starts[day + 1] as number];
    const last = runs.at(-1);
    if (last?.dayLengthMs === end - start) last.end = end;
    else runs.push({ start, end, firstDay: day, dayLengthMs: end - start });
  }
  return runs;
}
