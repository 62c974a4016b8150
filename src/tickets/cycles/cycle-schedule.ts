import { dayMs } from '../../platform/clock.ts';
import { temporalZone } from '../../platform/time-zone.ts';
import type { ScheduleRow } from './cycle-schedule-store.ts';

/** In the order of ISO 8601: Monday is day 1. */
export const weekdays = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const;
export type Weekday = (typeof weekdays)[number];

/** The rule by which a project plans, starts and ends its cycles. */
export interface CycleSchedule {
  /** False if the schedule is paused or was never set. */
  active: boolean;
  timezone: string;
  lengthWeeks: number;
  startDay: Weekday;
  /** How many cycles that have not started exist at any time. */
  plannedAhead: number;
  /** True if the open tickets of a cycle that ends move to the next one. */
  carryOver: boolean;
}

export const defaultSchedule: Omit<CycleSchedule, 'timezone'> = {
  active: false,
  lengthWeeks: 2,
  startDay: 'monday',
  plannedAhead: 2,
  carryOver: true,
};

export const toCycleSchedule = ({ nextAt, startDay, carriesOver, ...row }: ScheduleRow): CycleSchedule => ({
  active: nextAt !== null,
  timezone: row.timezone,
  lengthWeeks: row.lengthWeeks,
  startDay: weekdays[startDay - 1] as Weekday,
  plannedAhead: row.plannedAhead,
  carryOver: carriesOver === 1,
});

/** A cycle with both dates, existing or planned. */
interface DatedCycle {
  name: string;
  startsAt: number;
  endsAt: number;
}

// A cycle that ends in the year 9999 must not lead to cycles of the years after it.
const horizonMs = 5 * 365 * dayMs;

/**
 * Plans the cycles to create now, so that one is running or about to start and `plannedAhead` follow. They come after
 * the last existing cycle. Periods that passed during downtime or a pause get no cycle.
 */
export function planCycles(
  schedule: Pick<CycleSchedule, 'timezone' | 'lengthWeeks' | 'startDay' | 'plannedAhead'>,
  existing: readonly DatedCycle[],
  now: number,
): DatedCycle[] {
  const last = existing.reduce<DatedCycle | undefined>(
    (latest, cycle) => (latest && latest.endsAt >= cycle.endsAt ? latest : cycle),
    undefined,
  );
  const zone = temporalZone(schedule.timezone);
  const planned: DatedCycle[] = [];
  let start = firstStart(schedule, zone, last, now);
  let missing = schedule.plannedAhead - existing.filter(({ startsAt }) => startsAt > now).length;
  let name = last?.name;
  while (missing > 0) {
    const next = start.add({ weeks: schedule.lengthWeeks });
    const [startsAt, endsAt] = [startOfDate(start, zone), startOfDate(next, zone) - 1];
    if (endsAt > now + horizonMs) break;
    start = next;
    // The period is over, because of downtime or a pause.
    if (endsAt <= now) continue;
    name = nextName(name, existing.length + planned.length);
    planned.push({ name, startsAt, endsAt });
    if (startsAt > now) missing -= 1;
  }
  return planned;
}

/** The first start day after the last cycle or, without one, from today on. At most one period in the past. */
function firstStart(
  { startDay, lengthWeeks }: Pick<CycleSchedule, 'startDay' | 'lengthWeeks'>,
  zone: string,
  last: DatedCycle | undefined,
  now: number,
): Temporal.PlainDate {
  const from = last ? last.endsAt + 1 : now;
  const first = onOrAfter(dateAt(from, zone, last !== undefined), startDay);
  const weeksAgo = first.until(dateAt(now, zone)).days / 7;
  const periodsOver = Math.max(0, Math.floor(weeksAgo / lengthWeeks) - 1);
  return first.add({ weeks: periodsOver * lengthWeeks });
}

/** The date at an instant; with `roundUp`, the first date that begins at or after it. */
function dateAt(at: number, zone: string, roundUp = false): Temporal.PlainDate {
  const date = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).toPlainDate();
  return roundUp && startOfDate(date, zone) < at ? date.add({ days: 1 }) : date;
}

function onOrAfter(date: Temporal.PlainDate, day: Weekday): Temporal.PlainDate {
  const days = weekdays.indexOf(day) + 1 - date.dayOfWeek;
  return date.add({ days: (days + 7) % 7 });
}

const startOfDate = (date: Temporal.PlainDate, zone: string) => date.toZonedDateTime(zone).epochMilliseconds;

const nameMax = 200;

/** "Sprint 7" → "Sprint 8"; a name without a number leads to "Cycle 3" after two cycles. */
export function nextName(last: string | undefined, count: number): string {
  const [, text, digits] = last?.match(/^(.*?)(\d{1,9})$/u) ?? [];
  const next = digits === undefined ? undefined : `${text}${Number(digits) + 1}`;
  return next !== undefined && next.length <= nameMax ? next : `Cycle ${count + 1}`;
}
