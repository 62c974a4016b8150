import { m } from '../../messages/index.ts';
import { firstWeekday, formatDate, locale, weekdayNames } from '../../parts/dates/dates.ts';

const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];
const workdays = 'MO,TU,WE,TH,FR';
const units = { DAILY: 'day', WEEKLY: 'week', MONTHLY: 'month', YEARLY: 'year' } as const;
const toldParts = new Set(['FREQ', 'INTERVAL', 'BYDAY', 'BYMONTHDAY', 'COUNT', 'UNTIL', 'WKST']);

/** A rule of RFC 5545 as a sentence: “Every 2 weeks on Monday, 5 times”. A rule with rarer parts is shown as written. */
export function describeRule(rule: string): string {
  const parts = new Map(rule.split(';').map((part) => part.split('=') as [name: string, value: string]));
  const unit = units[parts.get('FREQ') as keyof typeof units];
  const days = daysOf(parts);
  if (!unit || !days || [...parts.keys()].some((name) => !toldParts.has(name))) return rule;
  const { every, on, times, until } = m.projects.settings.templates.recurrence;
  const interval = Number(parts.get('INTERVAL') ?? 1);
  const [count, end] = [parts.get('COUNT'), parts.get('UNTIL')];
  return [
    days.length > 0 ? `${every(unit, interval)} ${on(listOf(days))}` : every(unit, interval),
    ...(count === undefined ? [] : [times(Number(count))]),
    ...(end === undefined ? [] : [until(formatDate(end.replace(/^(\d{4})(\d\d)(\d\d).*/, '$1-$2-$3')))]),
  ].join(', ');
}

/** Returns undefined if the days are given in a way that has no words here. */
function daysOf(parts: ReadonlyMap<string, string>): string[] | undefined {
  const { workingDays, dayOfMonth, lastDay } = m.projects.settings.templates.recurrence;
  const byDay = parts.get('BYDAY');
  const byMonthDay = parts.get('BYMONTHDAY');
  if (byDay === workdays) return byMonthDay === undefined ? [workingDays] : undefined;
  if (byDay !== undefined && byMonthDay !== undefined) return undefined;
  const days = [
    ...(byDay?.split(',').map(weekdayOf) ?? []),
    ...(byMonthDay?.split(',').map((day) => (day === '-1' ? lastDay : dayOfMonth(Number(day)))) ?? []),
  ];
  const isBeforeEnd = byMonthDay?.split(',').some((day) => Number(day) < -1);
  return isBeforeEnd || days.includes(undefined) ? undefined : (days as string[]);
}

function weekdayOf(text: string): string | undefined {
  const { ordinals, ordinalWeekday, weekday } = m.projects.settings.templates.recurrence;
  const [, digits = '', day = ''] = /^\+?(-?\d*)([A-Z]{2})$/.exec(text) ?? [];
  // The names begin with the first day of the week, which counts from 1 for Monday.
  const name = weekdayNames('long')[(weekdays.indexOf(day) + 8 - firstWeekday()) % 7] ?? day;
  if (digits === '') return weekday(name);
  const ordinal = ordinals[digits as keyof typeof ordinals] as string | undefined;
  return ordinal && ordinalWeekday(ordinal, name);
}

const listOf = (days: readonly string[]) => new Intl.ListFormat(locale()).format(days);
