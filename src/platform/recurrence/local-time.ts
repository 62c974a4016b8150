/**
 * Local times are minutes since 1970 in a zone that is not named: arithmetic with them knows no clock changes, as the rules
 * of RFC 5545 do not. A day is 1,440 of them.
 */
export const minutesPerDay = 1_440;
const minuteMs = 60_000;
const dayMs = minutesPerDay * minuteMs;

/** Recurrences start after 1970 and end before this year, so that no rule is searched for ever. */
export const yearsEnd = 2200;

export const dayNumber = (year: number, month: number, day: number) =>
  Math.floor(Date.UTC(year, month - 1, day) / dayMs);

export interface CivilDate {
  year: number;
  /** From 1. */
  month: number;
  day: number;
}

export function civilDate(day: number): CivilDate {
  const date = new Date(day * dayMs);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}

/** From 0 for Monday. */
export const weekdayOf = (day: number) => (((day + 3) % 7) + 7) % 7;

export const daysInMonth = (year: number, month: number) =>
  dayNumber(year, month + 1, 1) - dayNumber(year, month, 1);

/** `2026-11-16T09:00`: a time of a calendar and a clock, without a zone. */
export function isLocalTime(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(text)) return false;
  const local = parseLocalTime(text);
  if (Number.isNaN(local) || new Date(local * minuteMs).toISOString().slice(0, 16) !== text) return false;
  return local >= 0 && local < dayNumber(yearsEnd, 1, 1) * minutesPerDay;
}

export const parseLocalTime = (text: string) => Date.parse(`${text}:00Z`) / minuteMs;

/**
 * The moment of a local time. A time that a clock change skips moves by the length of the gap, and of a time that occurs
 * twice it is the first (RFC 5545, section 3.3.5).
 */
export const instantOf = (local: number, zone: string) =>
  Temporal.Instant.fromEpochMilliseconds(local * minuteMs)
    .toZonedDateTimeISO('UTC')
    .toPlainDateTime()
    .toZonedDateTime(zone, { disambiguation: 'compatible' }).epochMilliseconds;
