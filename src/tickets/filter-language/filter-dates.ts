import { hourMs } from '../../platform/clock.ts';
import { isDateOnly, parseInstant } from '../../platform/instant.ts';
import { temporalZone } from '../../platform/time-zone.ts';

/** From one moment up to another: a day, or a single millisecond. */
export interface Interval {
  from: number;
  before: number;
}

/** The words that completion offers for dates. `7d` stands for all distances. */
export const dateWords = [
  'today',
  'tomorrow',
  'yesterday',
  'now',
  '7d',
  '-7d',
  'start of week',
  'end of week',
  'start of month',
  'end of month',
  'start of quarter',
  'end of quarter',
  'start of year',
  'end of year',
];

const distance = /^([+-]?\d{1,4})([hdwmy])$/i;
const edge = /^(start|end) of (week|month|quarter|year)$/i;
const namedDays: ReadonlyMap<string, number> = new Map([
  ['yesterday', -1],
  ['today', 0],
  ['tomorrow', 1],
]);

/** Parses a date in the given zone. Returns undefined for a text that is not a date. */
export function parseFilterDate(text: string, now: number, zone: string): Interval | undefined {
  const word = text.toLowerCase();
  if (word === 'now') return moment(now);
  const today = () =>
    Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(temporalZone(zone)).toPlainDate();
  const days = namedDays.get(word);
  if (days !== undefined) return dayInterval(today().add({ days }), zone);
  const [, amount, unit] = distance.exec(word) ?? [];
  if (amount && unit) {
    if (unit === 'h') return moment(now + Number(amount) * hourMs);
    return dayInterval(today().add({ [distanceUnits[unit as DistanceUnit]]: Number(amount) }), zone);
  }
  const [, side, period] = edge.exec(word) ?? [];
  if (side && period)
    return dayInterval(periodEdge(today(), side as 'start' | 'end', period as Period), zone);
  if (isDateOnly(text)) {
    const isReal = parseInstant(text, zone, 'start') !== undefined;
    return isReal ? dayInterval(Temporal.PlainDate.from(text), zone) : undefined;
  }
  const at = parseInstant(text, zone);
  return at === undefined ? undefined : moment(at);
}

const distanceUnits = { d: 'days', w: 'weeks', m: 'months', y: 'years' } as const;
type DistanceUnit = keyof typeof distanceUnits;

const moment = (at: number): Interval => ({ from: at, before: at + 1 });

const dayInterval = (date: Temporal.PlainDate, zone: string): Interval => ({
  from: startOfDate(date, zone),
  before: startOfDate(date.add({ days: 1 }), zone),
});
const startOfDate = (date: Temporal.PlainDate, zone: string) =>
  date.toZonedDateTime(temporalZone(zone)).epochMilliseconds;

type Period = 'week' | 'month' | 'quarter' | 'year';

/** The first or last day of the period that contains the day; weeks begin on Monday. */
function periodEdge(day: Temporal.PlainDate, side: 'start' | 'end', period: Period): Temporal.PlainDate {
  const first = firstDayOfPeriod(day, period);
  if (side === 'start') return first;
  const length = { week: { weeks: 1 }, month: { months: 1 }, quarter: { months: 3 }, year: { years: 1 } }[
    period
  ];
  return first.add(length).subtract({ days: 1 });
}

function firstDayOfPeriod(day: Temporal.PlainDate, period: Period): Temporal.PlainDate {
  if (period === 'week') return day.subtract({ days: day.dayOfWeek - 1 });
  if (period === 'month') return day.with({ day: 1 });
  if (period === 'year') return day.with({ month: 1, day: 1 });
  return day.with({ month: day.month - ((day.month - 1) % 3), day: 1 });
}
