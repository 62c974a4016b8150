import { language, m } from '../../messages/index.ts';

/** A day without a time, `2026-12-24`. Days are counted in UTC, so that no time zone or clock change moves them. */
export type Day = string;

const dayMs = 86_400_000;
let timeZone: string | undefined;

/** The zone of the user's preferences; without it the browser's. Called before the first render. */
export function setTimeZone(zone: string | undefined): void {
  timeZone = zone;
  formats.clear();
}

/** An instant or a day as text (`2026-12-24T10:00:00.000Z`, `2026-12-24`), a Date or milliseconds. */
export type Moment = string | Date | number;

const isDay = (moment: Moment): moment is Day => typeof moment === 'string' && moment.length === 10;

/** 24 Dec 2026 */
export const formatDate = (moment: Moment): string =>
  format(moment, { day: 'numeric', month: 'short', year: 'numeric' });

/** Thursday, 24 December 2026 */
export const formatLongDate = (moment: Moment): string => format(moment, { dateStyle: 'full' });

/** Thu, 24 Dec */
export const formatWeekday = (moment: Moment): string =>
  format(moment, { weekday: 'short', day: 'numeric', month: 'short' });

/** 9 – 15 Nov 2026: common parts of both dates are written once. */
export const formatDateRange = (from: Day, to: Day): string =>
  formatFor({ day: 'numeric', month: 'short', year: 'numeric' }, locale(), 'UTC').formatRange(
    asDate(from),
    asDate(to),
  );

/** 14:05 */
export const formatTime = (moment: Moment): string => format(moment, { hour: '2-digit', minute: '2-digit' });

/** 24 Dec 2026, 14:05 */
export const formatDateTime = (moment: Moment): string =>
  format(moment, { day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' });

/** December 2026 */
export const formatMonth = (moment: Moment): string => format(moment, { month: 'long', year: 'numeric' });

/** Dec */
export const formatMonthName = (moment: Moment): string => format(moment, { month: 'short' });

/** T, as in a narrow head of a column. */
export const formatWeekdayLetter = (moment: Moment): string => format(moment, { weekday: 'narrow' });

/** Today, Tomorrow, Yesterday, 24 Dec; with the year if it is another year. */
export function formatDay(moment: Moment, now: Moment = Date.now()): string {
  const today = dayOf(now);
  const day = dayOf(moment);
  const near = nearDay(daysBetween(today, day));
  if (near !== undefined) return near;
  if (day.slice(0, 4) === today.slice(0, 4)) return format(day, { day: 'numeric', month: 'short' });
  return formatDate(day);
}

/** As `formatDay`, after other words: due tomorrow. */
export function formatDayWithin(moment: Moment, now: Moment = Date.now()): string {
  const near = nearDay(daysBetween(dayOf(now), dayOf(moment)));
  return near === undefined ? formatDay(moment, now) : near.charAt(0).toLowerCase() + near.slice(1);
}

const nearDay = (distance: number): string | undefined =>
  [m.parts.yesterday, m.parts.today, m.parts.tomorrow][distance + 1];

/** just now, 5 min ago, 3 hr ago, yesterday, 24 Dec. */
export function formatAgo(moment: Moment, now: Moment = Date.now()): string {
  const ms = asDate(moment).getTime() - asDate(now).getTime();
  const minutes = Math.round(Math.abs(ms) / 60_000);
  const sign = Math.sign(ms);
  if (minutes < 1) return m.parts.justNow;
  if (minutes < 60) return relative(sign * minutes, 'minute');
  const hours = Math.round(minutes / 60);
  if (hours < 24) return relative(sign * hours, 'hour');
  const days = daysBetween(dayOf(now), dayOf(moment));
  return Math.abs(days) < 7 ? relative(days, 'day') : formatDay(moment, now);
}

/** 45 s, 12 min, 3.5 h, 2 d: the largest unit that says enough. */
export function formatDuration(ms: number): string {
  const seconds = Math.max(0, ms) / 1000;
  if (seconds < 60) return unit(Math.round(seconds), 'second');
  if (seconds < 3600) return unit(Math.round(seconds / 60), 'minute');
  if (seconds < 86_400) return unit(Math.round(seconds / 360) / 10, 'hour');
  return unit(Math.round(seconds / 8640) / 10, 'day');
}

/** The user's present day. */
export const today = (): Day => dayOf(Date.now());

/** The day of a moment in the user's time zone. */
export function dayOf(moment: Moment): Day {
  if (isDay(moment)) return moment;
  const parts = formatFor({ year: 'numeric', month: '2-digit', day: '2-digit' }, 'en-CA', timeZone);
  return parts.format(asDate(moment));
}

export const addDays = (day: Day, days: number): Day => toDay(Date.parse(day) + days * dayMs);

/** The same day of another month, or its last day: a month after 31 January is 28 February. */
export function addMonths(day: Day, months: number): Day {
  const date = new Date(day);
  const first = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1));
  const lastDate = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  first.setUTCDate(Math.min(date.getUTCDate(), lastDate));
  return toDay(first.getTime());
}

export const daysBetween = (from: Day, to: Day): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / dayMs);

/** 1 is Monday, 7 is Sunday. */
export const weekdayOf = (day: Day): number => new Date(day).getUTCDay() || 7;

/** The first day of a week where the user lives. */
export function firstWeekday(): number {
  const known = new Intl.Locale(locale()) as Intl.Locale & { getWeekInfo?: () => { firstDay: number } };
  return known.getWeekInfo?.().firstDay ?? 1;
}

/** Mo, Tu, … from the first day of the week; `long` for screen readers. */
export function weekdayNames(width: 'short' | 'long' = 'short'): string[] {
  const monday = '2024-01-01';
  return Array.from({ length: 7 }, (_, index) =>
    format(addDays(monday, firstWeekday() - 1 + index), { weekday: width }),
  );
}

/** The weeks that a month touches, each of seven days. */
export function weeksOf(day: Day): Day[][] {
  const first = `${day.slice(0, 8)}01`;
  const start = addDays(first, -((weekdayOf(first) - firstWeekday() + 7) % 7));
  const end = addDays(addMonths(first, 1), -1);
  const weeks = Math.ceil((daysBetween(start, end) + 1) / 7);
  return Array.from({ length: weeks }, (_, week) =>
    Array.from({ length: 7 }, (_, index) => addDays(start, week * 7 + index)),
  );
}

/** The language the user chose, with the region of the browser if it has the same language. */
export function locale(): string {
  const known = typeof navigator === 'undefined' ? [] : navigator.languages;
  return known.find((tag) => tag.toLowerCase().startsWith(language)) ?? language;
}

const toDay = (ms: number): Day => new Date(ms).toISOString().slice(0, 10);
const asDate = (moment: Moment): Date => (moment instanceof Date ? moment : new Date(moment));

const formats = new Map<string, Intl.DateTimeFormat>();

/** Making an Intl format takes some 50 µs, and a list shows hundreds of dates. */
function formatFor(options: Intl.DateTimeFormatOptions, tag: string, zone: string | undefined) {
  const key = `${tag} ${zone} ${Object.entries(options)}`;
  const known = formats.get(key);
  if (known) return known;
  const made = new Intl.DateTimeFormat(tag, { ...options, ...(zone ? { timeZone: zone } : {}) });
  formats.set(key, made);
  return made;
}

function format(moment: Moment, options: Intl.DateTimeFormatOptions): string {
  return formatFor(options, locale(), isDay(moment) ? 'UTC' : timeZone).format(asDate(moment));
}

/** Cached by locale, because making one takes longer than drawing a row. */
const relativeFormats = new Map<string, Intl.RelativeTimeFormat>();

function relative(count: number, unit: Intl.RelativeTimeFormatUnit): string {
  const tag = locale();
  const format =
    relativeFormats.get(tag) ?? new Intl.RelativeTimeFormat(tag, { numeric: 'auto', style: 'short' });
  relativeFormats.set(tag, format);
  return format.format(count, unit);
}

const unit = (count: number, name: string) =>
  new Intl.NumberFormat(locale(), {
    style: 'unit',
    unit: name,
    unitDisplay: 'short',
    maximumFractionDigits: 1,
  }).format(count);
