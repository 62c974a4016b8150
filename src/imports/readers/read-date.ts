const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

// 03/Sep/26 9:05 AM, 3-Sep-2026 09:05
const jira =
  /^(\d{1,2})[/ -]([A-Za-z]{3})[a-z]*[/ -](\d{2}|\d{4})(?:,?\s+(\d{1,2}):(\d{2})(?::(\d{2}))?\s*(AM|PM)?)?$/i;
// 2026-09-03 09:05:00 UTC, 2026-09-03T09:05:00.000+0000
const iso =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?\s*(Z|UTC|[+-]\d{2}:?\d{2})?)?$/i;
// Wed May 13 2026 11:21:41 GMT+0000 (GMT+00:00); Wed, 13 May 2026
const words = /^[A-Za-z]{3},? (?:[A-Za-z]{3} \d{1,2}|\d{1,2} [A-Za-z]{3}) \d{4}/;

// 31/03/2024, 3.4.2024 14:05, 03-31-2024 2:05 PM
const numbers = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4})(?:,?\s+(\d{1,2}):(\d{2})(?::(\d{2}))?\s*(AM|PM)?)?$/i;

export type DayOrder = 'day first' | 'month first';

/** The order of day and month in a numeric date: `either` if both are possible, `same` if both give the same date. */
export function findDayOrder(text: string): DayOrder | 'either' | 'same' | undefined {
  const [, first, mark, second] = numbers.exec(text.trim()) ?? [];
  if (first === undefined) return undefined;
  // Dates with dots always have the day first.
  if (mark === '.') return Number(second) <= 12 ? 'day first' : undefined;
  if (Number(first) > 12) return Number(second) <= 12 ? 'day first' : undefined;
  if (Number(second) > 12) return 'month first';
  return Number(first) === Number(second) ? 'same' : 'either';
}

/** Reads a numeric date in the given order. */
export function readNumbers(
  text: string,
  order: DayOrder,
  edge: 'start' | 'end' = 'start',
): number | undefined {
  const [, first = '', , second = '', year = '', hour, minute = '0', seconds = '0', half] =
    numbers.exec(text.trim()) ?? [];
  const [day, month] = (order === 'day first' ? [first, second] : [second, first]).map(Number) as [
    number,
    number,
  ];
  const hours =
    hour === undefined ? 0 : half ? (Number(hour) % 12) + (/PM/i.test(half) ? 12 : 0) : Number(hour);
  const at = Date.UTC(Number(year), month - 1, day, hours, Number(minute), Number(seconds));
  // `Date.UTC` turns April 31 into May 1; such a date is refused.
  const isReal = new Date(at).getUTCMonth() === month - 1 && year !== '' && month > 0;
  return isReal && at >= 0 ? real(at, edge === 'end' && hour === undefined) : undefined;
}

const latest = Date.parse('9999-12-31T23:59:59.999Z');

/**
 * The time of a date in one of the forms that the products write, in milliseconds; undefined for anything else. A time
 * without a zone is UTC, because exports do not name their zone. `edge: 'end'` makes a date without a time the last
 * moment of its day.
 */
export function readDate(value: unknown, edge: 'start' | 'end' = 'start'): number | undefined {
  if (typeof value !== 'string' || value.length > 100) return undefined;
  const text = value.trim();
  const at = readIso(text, edge) ?? readJira(text, edge) ?? readWords(text, edge);
  return at !== undefined && at >= 0 && at <= latest ? at : undefined;
}

const endOfDay = 24 * 60 * 60 * 1000 - 1;

function readIso(text: string, edge: 'start' | 'end'): number | undefined {
  const match = iso.exec(text);
  if (!match) return undefined;
  const [, year, month, day, hour, minute, second = '00', fraction = '0', zone = 'Z'] = match;
  const offset = /^(?:Z|UTC)$/i.test(zone) ? 'Z' : zone.replace(/(\d{2}):?(\d{2})$/, '$1:$2');
  const date = `${year}-${month}-${day}`;
  if (hour === undefined) return real(Date.parse(`${date}T00:00:00Z`), edge === 'end');
  return real(Date.parse(`${date}T${hour}:${minute}:${second}.${fraction.slice(0, 3)}${offset}`), false);
}

function readJira(text: string, edge: 'start' | 'end'): number | undefined {
  const match = jira.exec(text);
  if (!match) return undefined;
  const [, day, name = '', year = '', hour, minute = '0', second = '0', half] = match;
  const month = months.indexOf(name.toLowerCase());
  if (month < 0) return undefined;
  const hours =
    hour === undefined ? 0 : half ? (Number(hour) % 12) + (/PM/i.test(half) ? 12 : 0) : Number(hour);
  const fullYear = year.length === 2 ? 2000 + Number(year) : Number(year);
  const at = Date.UTC(fullYear, month, Number(day), hours, Number(minute), Number(second));
  return real(at, edge === 'end' && hour === undefined);
}

function readWords(text: string, edge: 'start' | 'end'): number | undefined {
  if (!words.test(text)) return undefined;
  const plain = text.replace(/\s*\(.*$/, '');
  const hasTime = /\d:\d/.test(plain);
  const hasZone = /GMT|UTC|Z$|[+-]\d{4}$/.test(plain);
  return real(Date.parse(hasZone ? plain : `${plain} UTC`), edge === 'end' && !hasTime);
}

const real = (at: number, isEndOfDay: boolean) =>
  Number.isNaN(at) ? undefined : at + (isEndOfDay ? endOfDay : 0);
