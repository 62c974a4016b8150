import { temporalZone } from '../platform/time-zone.ts';

const oneDay = Temporal.Duration.from({ days: 1 });

/** The days of a series in one time zone. */
export interface SeriesDays {
  /** `2026-11-01` … */
  dates: string[];
  /** The start of each day, and of the day after the last. */
  startsMs: number[];
}

/** All days from one date to the other, both included. */
export function daysBetween(from: string, to: string, zone: string): SeriesDays {
  const timeZone = temporalZone(zone);
  const dates: string[] = [];
  const startsMs: number[] = [];
  let date = Temporal.PlainDate.from(from);
  const addStart = () => startsMs.push(date.toZonedDateTime(timeZone).epochMilliseconds);
  for (let text = from; text <= to; text = date.toString()) {
    dates.push(text);
    addStart();
    date = date.add(oneDay);
  }
  addStart();
  return { dates, startsMs };
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
export function weekMonday(date: string): string {
  const day = Temporal.PlainDate.from(date);
  return day.subtract({ days: day.dayOfWeek - 1 }).toString();
}

export const countDays = (from: string, to: string) => Temporal.PlainDate.from(from).until(to).days + 1;

/** Consecutive days of the same length. A day on which the clocks change is a run of its own. */
export interface DayRun {
  startMs: number;
  endMs: number;
  firstDayIndex: number;
  dayLengthMs: number;
}

export function groupDays({ startsMs }: SeriesDays): DayRun[] {
  const runs: DayRun[] = [];
  for (let day = 0; day + 1 < startsMs.length; day++) {
    const [startMs, endMs] = [startsMs[day] as number, startsMs[day + 1] as number];
    const last = runs.at(-1);
    if (last?.dayLengthMs === endMs - startMs) last.endMs = endMs;
    else runs.push({ startMs, endMs, firstDayIndex: day, dayLengthMs: endMs - startMs });
  }
  return runs;
}

export const isWeekend = (date: string) => Temporal.PlainDate.from(date).dayOfWeek > 5;

export const daysMax = 366;
/** The days from `first` to `to`, or the last 366 of them. */
export const lastDays = (first: string, to: string, zone: string) =>
  daysBetween(countDays(first, to) > daysMax ? shiftDate(to, 1 - daysMax) : first, to, zone);
