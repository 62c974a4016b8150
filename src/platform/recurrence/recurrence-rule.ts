import { dayNumber, minutesPerDay } from './local-time.ts';

const frequencies = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'] as const;
type Frequency = (typeof frequencies)[number];
const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];

/** A RRULE of RFC 5545. A part that is absent is an empty list. */
export interface RecurrenceRule {
  frequency: Frequency;
  interval: number;
  count: number | undefined;
  /** The last moment, or the last local minute, at which it may occur. */
  until: { at: number } | { local: number } | undefined;
  /** Weekdays from 0 for Monday; ordinal 0 is every one, 1 the first and -1 the last of the month or year. */
  byDay: { weekday: number; ordinal: number }[];
  byMonthDay: number[];
  byMonth: number[];
  /** Weeks of the year: 1 is the first with at least four days in it, -1 the last. */
  byWeekNo: number[];
  /** Days of the year from 1, or from its end from -1. */
  byYearDay: number[];
  bySetPos: number[];
  byHour: number[];
  byMinute: number[];
  /** The first day of the week, from 0 for Monday. */
  weekStart: number;
}

const ruleLimits = { interval: 1_000, count: 1_000, timesPerDay: 24, length: 500 };

type Parsed = { rule: RecurrenceRule } | { problem: string };

class Problem extends Error {}

/** Reads the value of a RRULE, such as `FREQ=WEEKLY;BYDAY=MO,TH`. A problem is a sentence that begins with “Rule”. */
export function parseRecurrenceRule(text: string): Parsed {
  try {
    const rule = readRule(parseRuleParts(text));
    refuseContradictions(rule);
    return { rule };
  } catch (error) {
    if (error instanceof Problem) return { problem: error.message };
    throw error;
  }
}

const known = new Set([
  'FREQ',
  'INTERVAL',
  'COUNT',
  'UNTIL',
  'BYDAY',
  'BYMONTHDAY',
  'BYMONTH',
  'BYWEEKNO',
  'BYYEARDAY',
  'BYSETPOS',
  'BYHOUR',
  'BYMINUTE',
  'WKST',
]);

function parseRuleParts(text: string): Map<string, string> {
  const parts = new Map<string, string>();
  const written = text.trim().toUpperCase();
  if (written.length > ruleLimits.length)
    throw new Problem(`Rule must have at most ${ruleLimits.length} characters`);
  for (const part of written.replace(/^RRULE:/, '').split(';')) {
    const [name = '', value = ''] = part.split('=');
    if (!known.has(name))
      throw new Problem(`Rule must have no part but ${[...known].join(', ')}: it has “${name.slice(0, 20)}”`);
    if (parts.has(name)) throw new Problem(`Rule must not have ${name} twice`);
    parts.set(name, value);
  }
  return parts;
}

function readRule(parts: Map<string, string>): RecurrenceRule {
  const frequency = parts.get('FREQ') as Frequency | undefined;
  if (!frequency || !frequencies.includes(frequency))
    throw new Problem(`Rule must have FREQ with one of ${frequencies.join(', ')}`);
  const numbers = (name: string, from: number, to: number) =>
    parts.has(name) ? parseNumbers(name, parts.get(name) as string, from, to) : [];
  const single = (name: 'INTERVAL' | 'COUNT', to: number) => {
    const given = numbers(name, 1, to);
    if (given.length > 1) throw new Problem(`Rule must have one number as ${name}`);
    return given[0];
  };
  return {
    frequency,
    interval: single('INTERVAL', ruleLimits.interval) ?? 1,
    count: single('COUNT', ruleLimits.count),
    until: parts.has('UNTIL') ? parseUntil(parts.get('UNTIL') as string) : undefined,
    byDay: (parts.get('BYDAY')?.split(',') ?? []).map(parseWeekday),
    byMonthDay: numbers('BYMONTHDAY', -31, 31),
    byMonth: numbers('BYMONTH', 1, 12),
    byWeekNo: numbers('BYWEEKNO', -53, 53),
    byYearDay: numbers('BYYEARDAY', -366, 366),
    bySetPos: numbers('BYSETPOS', -366, 366),
    byHour: numbers('BYHOUR', 0, 23),
    byMinute: numbers('BYMINUTE', 0, 59),
    weekStart: parseWeekStart(parts.get('WKST') ?? 'MO'),
  };
}

/** Parses distinct numbers, sorted. If negative numbers count from the end, 0 is not allowed. */
function parseNumbers(name: string, value: string, from: number, to: number): number[] {
  const given = value.split(',').map((word) => (/^[+-]?\d{1,4}$/.test(word) ? Number(word) : Number.NaN));
  if (given.some((number) => !(number >= from && number <= to) || (from < 0 && number === 0)))
    throw new Problem(
      `Rule must have numbers from ${from} to ${to}${from < 0 ? ', without 0,' : ''} as ${name}`,
    );
  return [...new Set(given)].sort((a, b) => a - b);
}

function parseWeekday(word: string) {
  const [, sign = '', digits = '', name = ''] = /^([+-]?)(\d{0,2})([A-Z]{2})$/.exec(word) ?? [];
  const weekday = weekdays.indexOf(name);
  const ordinal = digits === '' ? 0 : Number(`${sign}${digits}`);
  const isCounted = digits !== '' || sign !== '';
  if (weekday < 0 || Math.abs(ordinal) > 53 || (isCounted && ordinal === 0))
    throw new Problem('Rule must have days such as MO, 1FR or -1SU as BYDAY');
  return { weekday, ordinal };
}

function parseWeekStart(name: string): number {
  if (!weekdays.includes(name)) throw new Problem(`Rule must have one of ${weekdays.join(', ')} as WKST`);
  return weekdays.indexOf(name);
}

/** A date is its whole day. */
function parseUntil(value: string): { at: number } | { local: number } {
  const [, year, month, day, time, zulu] = /^(\d{4})(\d\d)(\d\d)(?:T(\d{6})(Z?))?$/.exec(value) ?? [];
  const clock = time?.replace(/(..)(..)(..)/, '$1:$2:$3') ?? '23:59:59';
  const at = Date.parse(`${year}-${month}-${day}T${clock}Z`);
  const isReal = !Number.isNaN(at) && new Date(at).toISOString().startsWith(`${year}-${month}-${day}`);
  if (!isReal) throw new Problem('Rule must have a date or a time such as 20261231T235959Z as UNTIL');
  if (zulu) return { at };
  const [hours, minutes] = clock.split(':').map(Number) as [number, number];
  return {
    local: dayNumber(Number(year), Number(month), Number(day)) * minutesPerDay + hours * 60 + minutes,
  };
}

function refuseContradictions(rule: RecurrenceRule): void {
  const { frequency, byDay, byMonthDay, byMonth, byWeekNo, byYearDay, count, until } = rule;
  const { bySetPos, byHour, byMinute } = rule;
  if (count !== undefined && until) throw new Problem('Rule must not have both COUNT and UNTIL');
  const isCounted = byDay.some(({ ordinal }) => ordinal !== 0);
  if (isCounted && (frequency === 'DAILY' || frequency === 'WEEKLY'))
    throw new Problem('Rule must have numbers in BYDAY only with MONTHLY or YEARLY');
  if (byMonthDay.length > 0 && frequency === 'WEEKLY')
    throw new Problem('Rule must not have BYMONTHDAY with WEEKLY');
  const ofYear = byWeekNo.length + byYearDay.length;
  if (ofYear > 0 && frequency !== 'YEARLY')
    throw new Problem('Rule must have BYWEEKNO and BYYEARDAY only with YEARLY');
  if (byWeekNo.length > 0 && isCounted)
    throw new Problem('Rule must not have numbers in BYDAY together with BYWEEKNO');
  const ofMonth = byDay.length + byMonthDay.length + byMonth.length;
  const others = ofYear + ofMonth + byHour.length + byMinute.length;
  if (bySetPos.length > 0 && others === 0)
    throw new Problem('Rule must have BYSETPOS only with another part such as BYDAY');
  if (Math.max(1, byHour.length) * Math.max(1, byMinute.length) > ruleLimits.timesPerDay)
    throw new Problem(`Rule must not occur more than ${ruleLimits.timesPerDay} times a day`);
}
