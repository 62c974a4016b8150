import { setImmediate } from 'node:timers/promises';
import { temporalZone } from '../time-zone.ts';
import {
  type CivilDate,
  civilDate,
  dayNumber,
  daysInMonth,
  minutesPerDay,
  parseLocalTime,
  toInstant,
  weekdayNumber,
  yearsEnd,
} from './local-time.ts';
import type { RecurrenceRule } from './recurrence-rule.ts';

export interface Recurrence {
  rule: RecurrenceRule;
  /** The first local time at which it may occur: `2026-11-16T09:00`. */
  startsAt: string;
  timezone: string;
}

const searchedDays = 50 * 366;
/** A search pauses after looking at this number of days, which takes about 0.2 ms. */
const daysPerStretch = 1_000;
const pause = Symbol('pause');

/** The first occurrences after a moment. */
export const nextOccurrences = (recurrence: Recurrence, afterMs: number, limit: number): number[] =>
  occurrencesAfter(recurrence, afterMs).take(limit).toArray();

/** Does the same for untrusted rules: it yields to the event loop while it searches. */
export async function findNextOccurrences(
  recurrence: Recurrence,
  afterMs: number,
  limit: number,
  nextTurn: () => Promise<unknown> = setImmediate,
): Promise<number[]> {
  const found: number[] = [];
  for (const at of search(recurrence, afterMs)) {
    if (at === pause) await nextTurn();
    else if (found.push(at) === limit) break;
  }
  return found;
}

/** The occurrences after a moment, in order. */
export function* occurrencesAfter(
  recurrence: Recurrence,
  afterMs: number,
): Generator<number, void, undefined> {
  for (const at of search(recurrence, afterMs)) if (at !== pause) yield at;
}

/**
 * The occurrences after a moment, in order, with a pause after each stretch of days. The search starts at the period of that
 * moment, or at the start of a rule with a COUNT. It ends after 50 years without one, so a rule that never occurs costs the
 * look at 18,000 days, some milliseconds; a rule with a COUNT ends 50 years after its start. A Monday that is a 29 February
 * comes after 40 years at the latest.
 */
function* search(
  { rule: written, startsAt, timezone }: Recurrence,
  afterMs: number,
): Generator<number | typeof pause, void, undefined> {
  const start = parseLocalTime(startsAt);
  const startDay = Math.floor(start / minutesPerDay);
  const rule = withDefaults(written, start);
  const zone = temporalZone(timezone);
  const periods = listPeriods(rule, startDay);
  const isCounted = rule.count !== undefined;
  // A zone is at most a day away from UTC.
  const firstDay = isCounted ? startDay : Math.max(startDay, Math.floor(afterMs / 86_400_000) - 2);
  const end = isCounted ? startDay + searchedDays : dayNumber(yearsEnd, 1, 1);
  let searchedUntil = firstDay + searchedDays;
  let left = rule.count ?? Number.POSITIVE_INFINITY;
  let latest = afterMs;
  let daysOfStretch = 0;
  for (let index = periods.before(firstDay); ; index++) {
    const days = periods.daysOf(index);
    const day = days[0] as number;
    if (day > Math.min(end, searchedUntil) || isAfter(rule.until, day * minutesPerDay)) return;
    daysOfStretch += days.length;
    if (daysOfStretch > daysPerStretch) {
      daysOfStretch = days.length;
      yield pause;
    }
    const ofPeriod = listTimes(rule, days);
    if (ofPeriod.length === 0) continue;
    const times = ofPeriod.filter((local) => local >= start && !isAfter(rule.until, local));
    if (times.length > 0) searchedUntil = day + searchedDays;
    const moments = times.slice(0, left).map((local) => toInstant(local, zone));
    // Two local times in a gap can be the same moment, even on two days, and can be in reverse order.
    for (const at of moments.sort((a, b) => a - b)) {
      if (isPast(rule.until, at)) return;
      if (at <= latest) continue;
      latest = at;
      yield at;
    }
    left -= times.length;
    if (left <= 0) return;
  }
}

const isAfter = (until: RecurrenceRule['until'], local: number) =>
  until !== undefined && 'local' in until && local > until.local;

const isPast = (until: RecurrenceRule['until'], at: number) =>
  until !== undefined && 'at' in until && at > until.at;

/** Fills what the rule leaves open from its start: the time, and the day of the week, month or year. */
function withDefaults(rule: RecurrenceRule, start: number): RecurrenceRule {
  const startDay = Math.floor(start / minutesPerDay);
  const { month, day } = civilDate(startDay);
  const orElse = (given: number[], value: number) => (given.length > 0 ? given : [value]);
  const clock = start % minutesPerDay;
  const timed = {
    ...rule,
    byHour: orElse(rule.byHour, Math.floor(clock / 60)),
    byMinute: orElse(rule.byMinute, clock % 60),
  };
  const { frequency, byDay, byMonthDay, byWeekNo, byYearDay } = rule;
  if (frequency === 'DAILY' || byDay.length + byMonthDay.length + byYearDay.length > 0) return timed;
  if (frequency === 'WEEKLY' || byWeekNo.length > 0)
    return { ...timed, byDay: [{ weekday: weekdayNumber(startDay), ordinal: 0 }] };
  if (frequency === 'MONTHLY') return { ...timed, byMonthDay: [day] };
  return { ...timed, byMonthDay: [day], byMonth: orElse(rule.byMonth, month) };
}

interface Periods {
  /** The index of a period that begins before the day, such that no earlier period has a later day. */
  before: (day: number) => number;
  /** All days of a period; never empty. */
  daysOf: (index: number) => number[];
}

/** The days, weeks, months or years that the interval selects, beginning with that of the start. */
function listPeriods({ frequency, interval, weekStart }: RecurrenceRule, startDay: number): Periods {
  const first = civilDate(startDay);
  if (frequency === 'DAILY' || frequency === 'WEEKLY') {
    const length = frequency === 'DAILY' ? 1 : 7;
    const begin = length === 1 ? startDay : startDay - ((weekdayNumber(startDay) - weekStart + 7) % 7);
    return {
      before: (day) => atLeastZero((day - begin) / (length * interval)),
      daysOf: (index) => daysFrom(begin + index * length * interval, length),
    };
  }
  if (frequency === 'MONTHLY') {
    const begin = monthNumber(first);
    return {
      before: (day) => atLeastZero((monthNumber(civilDate(day)) - begin) / interval),
      daysOf: (index) => {
        const months = begin + index * interval;
        const [year, month] = [Math.floor(months / 12), (months % 12) + 1];
        return daysFrom(dayNumber(year, month, 1), daysInMonth(year, month));
      },
    };
  }
  return {
    before: (day) => atLeastZero((civilDate(day).year - first.year) / interval),
    daysOf: (index) => {
      const begin = dayNumber(first.year + index * interval, 1, 1);
      return daysFrom(begin, dayNumber(first.year + index * interval + 1, 1, 1) - begin);
    },
  };
}

const atLeastZero = (periods: number) => Math.max(0, Math.floor(periods));
const monthNumber = ({ year, month }: CivilDate) => year * 12 + month - 1;
/** Without `Array.from`, which costs more than checking the days. */
function daysFrom(first: number, length: number): number[] {
  const days: number[] = [];
  for (let day = first; day < first + length; day++) days.push(day);
  return days;
}

/** The local times of a period at which the rule occurs, in order. */
function listTimes(rule: RecurrenceRule, days: number[]): number[] {
  const { byHour, byMinute, bySetPos } = rule;
  const times: number[] = [];
  for (const day of days) {
    if (!matchesDay(rule, day)) continue;
    for (const hour of byHour)
      for (const minute of byMinute) times.push(day * minutesPerDay + hour * 60 + minute);
  }
  if (bySetPos.length === 0) return times;
  const chosen = bySetPos.flatMap((position) => times.at(position > 0 ? position - 1 : position) ?? []);
  return [...new Set(chosen)].sort((a, b) => a - b);
}

function matchesDay(rule: RecurrenceRule, number: number): boolean {
  const { frequency, byMonth, byMonthDay, byDay, byYearDay, byWeekNo, weekStart } = rule;
  const { year, month, day } = civilDate(number);
  if (byYearDay.length > 0) {
    const { before, after } = yearAround(number, year);
    if (!byYearDay.includes(before + 1) && !byYearDay.includes(-after - 1)) return false;
  }
  if (byWeekNo.length > 0) {
    const { fromStart, fromEnd } = weekNumbers(number, weekStart);
    if (!byWeekNo.includes(fromStart) && !byWeekNo.includes(fromEnd)) return false;
  }
  if (byMonth.length > 0 && !byMonth.includes(month)) return false;
  if (byMonthDay.length > 0) {
    const fromEnd = day - daysInMonth(year, month) - 1;
    if (!byMonthDay.includes(day) && !byMonthDay.includes(fromEnd)) return false;
  }
  if (byDay.length === 0) return true;
  const weekday = weekdayNumber(number);
  const isInYear = frequency === 'YEARLY' && byMonth.length === 0;
  return byDay.some(
    (on) =>
      on.weekday === weekday &&
      (on.ordinal === 0 ||
        isNth(on.ordinal, isInYear ? yearAround(number, year) : monthAround(day, year, month))),
  );
}

/**
 * The number of a day's week in the year that has most of the days of the week, from its first and from its last week. The
 * first days of January can be in the last week of the year before.
 */
function weekNumbers(number: number, weekStart: number): { fromStart: number; fromEnd: number } {
  const begin = (day: number) => day - ((weekdayNumber(day) - weekStart + 7) % 7);
  const firstWeek = (year: number) => begin(dayNumber(year, 1, 4));
  const { year } = civilDate(begin(number) + 3);
  return {
    fromStart: (begin(number) - firstWeek(year)) / 7 + 1,
    fromEnd: (begin(number) - firstWeek(year + 1)) / 7,
  };
}

/** How many days of the month or year come before a day, and how many after it. */
interface Around {
  before: number;
  after: number;
}

const isNth = (ordinal: number, { before, after }: Around) =>
  ordinal > 0 ? Math.floor(before / 7) + 1 === ordinal : -(Math.floor(after / 7) + 1) === ordinal;

const monthAround = (day: number, year: number, month: number): Around => ({
  before: day - 1,
  after: daysInMonth(year, month) - day,
});

const yearAround = (number: number, year: number): Around => ({
  before: number - dayNumber(year, 1, 1),
  after: dayNumber(year + 1, 1, 1) - 1 - number,
});
