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

/** The share of the chart that shows the forecast. */
const forecastShare = 0.5;

/** The burn-up with future days. The forecast begins at the completed tickets and ends at the scope. */
export function withForecast(
  days: readonly SeriesDay[],
  { scope, done }: { scope: number[]; done: number[] },
  forecast: Forecast | undefined,
) {
  const hasForecast = forecast !== undefined && forecast.remaining > 0 && forecast.history.completed > 0;
  // Today is the last day of the past.
  const coming = hasForecast ? forecast.days.slice(1, 1 + Math.ceil(days.length * forecastShare)) : [];
  const [lastScope = 0, lastDone = 0] = [scope.at(-1), done.at(-1)];
  const past = days.map(() => null);
  const ahead = (certainty: 'p50' | 'p85' | 'p95') => [
    ...past.slice(1),
    ...(hasForecast ? [lastDone] : past.slice(0, 1)),
    ...coming.map((day) => Math.min(lastScope, lastDone + day[certainty])),
  ];
  return {
    dates: [...days.map(({ date }) => date), ...coming.map(({ date }) => date)],
    scope: [...scope, ...coming.map(() => lastScope)],
    done: [...done, ...coming.map(() => null)],
    expected: ahead('p50'),
    likely: ahead('p85'),
    nearlySure: ahead('p95'),
  };
}

/** The statuses of the cumulative flow, the finished ones at the bottom. */
const flowStatuses = ['done', ...openStatuses.toReversed()] as const;

export const toFlow = (days: readonly SeriesDay[]) =>
  flowStatuses.map((status) => ({ status, values: days.map(({ byStatus }) => byStatus[status]) }));

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
