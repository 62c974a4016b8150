import { temporalZone } from './time-zone.ts';

const dayMs = 24 * 60 * 60 * 1000;
const dateOnly = /^\d{4}-\d{2}-\d{2}$/;
const dateTime =
  /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(?:Z|([+-]\d{2})(?::?(\d{2}))?)?$/i;

/** The moment of the day that a date without a time stands for. */
export type DayEdge = 'start' | 'end';

/**
 * Milliseconds of an ISO date-time, or of the first or last moment of an ISO date; undefined if it is neither. A date-time
 * without an offset is in UTC, as all timestamps of the API are; `Date.parse` would read it in the zone of the server.
 */
export function parseInstant(text: string, zone = 'UTC', edge: DayEdge = 'end'): number | undefined {
  const [isDateTime, time = '', hours, minutes = '00'] = dateTime.exec(text) ?? [];
  if (isDateTime) {
    const offset = hours ? `${hours}:${minutes}` : 'Z';
    return realOrUndefined(Date.parse(`${time.toUpperCase()}${offset}`), text);
  }
  if (!isDateOnly(text)) return undefined;
  if (realOrUndefined(Date.parse(text), text) === undefined) return undefined;
  const date = Temporal.PlainDate.from(text);
  const at = edge === 'start' ? startOfDay(date, zone) : startOfDay(date.add({ days: 1 }), zone) - 1;
  return Math.min(Math.max(at, earliest), latest);
}

// The offset can move an instant of the years 0 and 9999 beyond what an ISO text with a year of four digits can hold.
const earliest = Date.parse('0000-01-01T00:00:00.000Z');
const latest = Date.parse('9999-12-31T23:59:59.999Z');

export const isDateOnly = (text: string) => dateOnly.test(text);

/** `Date.parse` accepts February 30th and returns March 2nd. */
function realOrUndefined(at: number, text: string): number | undefined {
  if (Number.isNaN(at) || at < earliest || at > latest) return undefined;
  const [year, month, day] = text.slice(0, 10).split('-').map(Number) as [number, number, number];
  const calendar = new Date(Date.UTC(year, month - 1, day));
  return calendar.getUTCMonth() === month - 1 && calendar.getUTCDate() === day ? at : undefined;
}

function startOfDay(date: Temporal.PlainDate, zone: string): number {
  return date.toZonedDateTime(temporalZone(zone)).epochMilliseconds;
}

const dates = new Map<number, number[]>();
const datesMax = 1_000;
const isoLength = '2026-01-31T00:00:00.000Z'.length;
const [zero, dash, letterT, colon, dot, letterZ] = [48, 45, 84, 58, 46, 90];

/**
 * The same text as `toISOString`, in 0.1 instead of 1.1 µs; the date is kept per day. It is built from character codes,
 * because a text that is concatenated costs JSON.stringify its fast path: "page of 20" and "ticket by id" were 14 % slower.
 */
export function toIso(atMs: number): string {
  const day = Math.floor(atMs / dayMs);
  const date = dates.get(day) ?? rememberDate(day);
  if (date.length !== isoLength) return new Date(atMs).toISOString();
  // `| 0` says that these are small integers; with Math.floor it takes 0.15 instead of 0.10 µs.
  const ms = (Math.floor(atMs) - day * dayMs) | 0;
  const seconds = (ms / 1000) | 0;
  const minutes = (seconds / 60) | 0;
  const hour = (minutes / 60) | 0;
  const minute = minutes - hour * 60;
  const second = seconds - minutes * 60;
  const thousandth = ms - seconds * 1000;
  const [y1, y2, y3, y4, , m1, m2, , d1, d2] = date as [number, number, number, number, ...number[]];
  // biome-ignore format: a line for the date, a line for the time
  return String.fromCharCode(
    y1, y2, y3, y4, dash, m1 as number, m2 as number, dash, d1 as number, d2 as number, letterT,
    tens(hour), ones(hour), colon, tens(minute), ones(minute), colon, tens(second), ones(second), dot,
    zero + ((thousandth / 100) | 0), tens(thousandth % 100), ones(thousandth), letterZ,
  );
}

const tens = (n: number) => zero + ((n / 10) | 0);
const ones = (n: number) => zero + (n % 10);

function rememberDate(day: number): number[] {
  const codes = Array.from(new Date(day * dayMs).toISOString(), (letter) => letter.charCodeAt(0));
  if (dates.size >= datesMax) dates.clear();
  dates.set(day, codes);
  return codes;
}
