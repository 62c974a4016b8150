import type { Forecast, ProjectSeries } from '../../sdk/index.ts';
import { openStatuses } from '../../sdk/ticket-fields.ts';

type SeriesDay = ProjectSeries['days'][number];

/** The scope and the completed tickets at the end of each day. Cancelled tickets count as neither. */
export function toBurnUp(days: readonly SeriesDay[]): { scope: number[]; done: number[] } {
  return {
    scope: days.map(({ byStatus: { cancelled: _, ...counts } }) => sum(Object.values(counts))),
    done: days.map(({ byStatus }) => byStatus.done),
  };
}

/**
 * Leaves out the days before the project began. An import brings tickets from before its creation; `createdOn` is the
 * day on which the project was created here.
 */
export function sinceBirth<D extends SeriesDay>(days: readonly D[], createdOn: string): D[] {
  const first = days.findIndex(
    ({ date, byStatus }) => date >= createdOn || Object.values(byStatus).some((tickets) => tickets > 0),
  );
  return days.slice(first < 0 ? -1 : first);
}

/** The forecast shows half as many days as the past, but at least two weeks. */
const forecastShare = 0.5;
const forecastDaysMin = 14;

/**
 * The burn-up with future days. Scope and completed tickets go on from today; both have a range that grows with the
 * distance.
 */
export function withForecast(
  days: readonly SeriesDay[],
  { scope, done }: { scope: number[]; done: number[] },
  forecast: Forecast | undefined,
) {
  const flow = forecast?.flow;
  const hasForecast = flow !== undefined && ['ends', 'growing', 'slow'].includes(flow.verdict);
  const length = Math.max(forecastDaysMin, Math.ceil(days.length * forecastShare));
  // Today is the last day of the past.
  const coming = hasForecast ? flow.days.slice(1, 1 + length) : [];
  const [lastScope = 0, lastDone = 0] = [scope.at(-1), done.at(-1)];
  const past = days.map(() => null);
  const ahead = (line: 'arrived' | 'completed', edge: 'low' | 'p50' | 'high') => {
    const last = line === 'arrived' ? lastScope : lastDone;
    const values = coming.map((day) => last + day[line][edge]);
    return [...past.slice(1), ...(hasForecast ? [last] : past.slice(0, 1)), ...values];
  };
  const aheadBetween = (line: 'arrived' | 'completed') => ({
    low: ahead(line, 'low'),
    high: ahead(line, 'high'),
  });
  return {
    dates: [...days.map(({ date }) => date), ...coming.map(({ date }) => date)],
    scope: [...scope, ...coming.map(() => null)],
    done: [...done, ...coming.map(() => null)],
    expectedScope: ahead('arrived', 'p50'),
    expected: ahead('completed', 'p50'),
    scopeRange: aheadBetween('arrived'),
    doneRange: aheadBetween('completed'),
  };
}

/** The statuses of the cumulative flow, the finished ones at the bottom. */
const flowStatuses = ['done', ...openStatuses.toReversed()] as const;

export const toFlow = (days: readonly SeriesDay[]) =>
  flowStatuses.map((status) => ({ status, values: days.map(({ byStatus }) => byStatus[status]) }));

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
