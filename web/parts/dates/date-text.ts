import { addDays, addMonths, type Day, daysBetween, weekdayOf } from './dates.ts';

const weekdays = [
  ['mon', 'mo'],
  ['tue', 'di'],
  ['wed', 'mi'],
  ['thu', 'do'],
  ['fri', 'fr'],
  ['sat', 'sa'],
  ['sun', 'so'],
];
const months = [
  ['jan'],
  ['feb'],
  ['mar', 'mär', 'mae'],
  ['apr'],
  ['may', 'mai'],
  ['jun'],
  ['jul'],
  ['aug'],
  ['sep'],
  ['oct', 'okt'],
  ['nov'],
  ['dec', 'dez'],
];
const words: Record<string, number> = {
  today: 0,
  heute: 0,
  tomorrow: 1,
  tom: 1,
  morgen: 1,
  übermorgen: 2,
  yesterday: -1,
  gestern: -1,
};

/**
 * The day that a person typed, in English or German: `tomorrow`, `fri`, `next week`, `in 3 days`, `2w`, `12 dec`,
 * `12.12.`, `2026-12-12`. Without a year the next such day is meant. Undefined if it is none of these.
 */
export function parseDateText(text: string, today: Day): Day | undefined {
  const typed = text.trim().toLowerCase().replace(/\s+/g, ' ');
  if (typed === '') return undefined;
  const offset = words[typed];
  if (offset !== undefined) return addDays(today, offset);
  return (
    parseIso(typed) ?? parseDistance(typed, today) ?? parseNamedDay(typed, today) ?? parseDate(typed, today)
  );
}

const parseIso = (typed: string) => (/^\d{4}-\d{2}-\d{2}$/.test(typed) ? validDay(typed) : undefined);

function parseDistance(typed: string, today: Day): Day | undefined {
  const match = /^(?:in )?(\d{1,3}) ?(d|days?|tage?n?|w|weeks?|wochen?|m|months?|monate?n?)$/.exec(typed);
  if (!match) return undefined;
  const [, count = '', unit = ''] = match;
  if (unit.startsWith('w')) return addDays(today, Number(count) * 7);
  if (unit.startsWith('m')) return addMonths(today, Number(count));
  return addDays(today, Number(count));
}

function parseNamedDay(typed: string, today: Day): Day | undefined {
  const rest = typed.replace(/^(?:next|nächste[nrs]?|on|am) /, '');
  if (rest === 'week' || rest === 'woche') return addDays(today, 8 - weekdayOf(today));
  if (rest === 'month' || rest === 'monat') return `${addMonths(today, 1).slice(0, 8)}01`;
  if (rest === 'end of month' || rest === 'monatsende')
    return addDays(`${addMonths(today, 1).slice(0, 8)}01`, -1);
  const index = weekdays.findIndex(
    ([english = '', german = '']) => rest === german || rest.startsWith(english) || germanDay(rest, german),
  );
  if (index < 0 || !/^\p{L}+$/u.test(rest)) return undefined;
  return addDays(today, ((index + 1 - weekdayOf(today) + 6) % 7) + 1);
}

const germanDay = (text: string, start: string) => text.startsWith(start) && /(?:tag|woch|abend)$/.test(text);

/** Day and month, as a number or a word; the day comes first unless the month is written before it. */
function parseDate(typed: string, today: Day): Day | undefined {
  const named = /^(\d{1,2})\.? ?(\p{L}+)\.?(?:,? (\d{4}))?$/u.exec(typed);
  if (named) return dayFrom(named[3], monthNumber(named[2]), named[1], today);
  const monthFirst = /^(\p{L}+)\.? (\d{1,2})(?:st|nd|rd|th)?(?:,? (\d{4}))?$/u.exec(typed);
  if (monthFirst) return dayFrom(monthFirst[3], monthNumber(monthFirst[1]), monthFirst[2], today);
  const dotted = /^(\d{1,2})\.(\d{1,2})\.?(\d{4})?$/.exec(typed);
  if (dotted) return dayFrom(dotted[3], Number(dotted[2]), dotted[1], today);
  return undefined;
}

const monthNumber = (word = '') =>
  months.findIndex((starts) => starts.some((start) => word.startsWith(start))) + 1;

function dayFrom(
  year: string | undefined,
  month: number,
  date: string | undefined,
  today: Day,
): Day | undefined {
  const inYear = (wanted: string | number) =>
    validDay(`${wanted}-${String(month).padStart(2, '0')}-${String(date).padStart(2, '0')}`);
  if (year) return inYear(year);
  const present = Number(today.slice(0, 4));
  const day = inYear(present);
  return day && daysBetween(today, day) >= 0 ? day : inYear(present + 1);
}

/** Date.parse would turn 31 February into 3 March. */
function validDay(day: string): Day | undefined {
  const time = Date.parse(day);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day) ? day : undefined;
}
