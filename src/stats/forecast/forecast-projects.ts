import type { Scope } from '../../users/index.ts';
import { type Period, periodDays } from '../period.ts';
import { zoneOfQuery } from '../query-zone.ts';
import { dateIn, daysBetween, shiftDate } from '../series-days.ts';
import { daysBefore } from './check-against-past.ts';
import { countProgress } from './flow-store.ts';
import { forecastFlow, sinceItWasFilled } from './forecast-flow.ts';
import { horizonDays, shownDaysMax } from './get-forecast.ts';
import { readPasts, sinceItsBeginning, toDay } from './read-pasts.ts';
import type { FlowDay } from './simulate-flow.ts';

export interface ProjectsForecastQuery {
  period?: Period | undefined;
  timezone?: string | undefined;
}

/** The forecast of several projects together, as `flow` of `getForecast` is for one. */
export async function forecastProjects(
  scope: Scope,
  projects: readonly { id: string; createdAt: number }[],
  query: ProjectsForecastQuery,
) {
  const { db, clock } = scope;
  const zone = await zoneOfQuery(scope, query.timezone);
  const today = dateIn(zone, clock.now());
  const historyDays = periodDays(query.period ?? 'quarter');
  const from = shiftDate(today, -historyDays - daysBefore);
  const ids = projects.map(({ id }) => id);
  const [read, progress] = await Promise.all([
    readPasts(scope, ids, { from, to: today, zone }),
    ids.length > 0 ? countProgress(db.reads, { ids }) : [],
  ]);
  const pasts = projects.map(({ id, createdAt }) =>
    withoutFilling(read.get(id) ?? [], dateIn(zone, createdAt)),
  );
  const days = daysBetween(from, today, zone).dates.map((date, index): FlowDay => {
    const sum = (field: 'arrived' | 'completed') =>
      pasts.reduce((total, past) => total + (past[index]?.[field] ?? 0), 0);
    return { ...toDay(date), arrived: sum('arrived'), completed: sum('completed') };
  });
  const first = Math.min(clock.now(), ...projects.map(({ createdAt }) => createdAt));
  const open = progress.reduce((sum, project) => sum + project.open, 0);
  const flow = await forecastFlow({
    past: sinceItsBeginning(days.slice(0, -1), dateIn(zone, first)),
    today: days.at(-1) as FlowDay,
    future: daysBetween(today, shiftDate(today, horizonDays), zone).dates.map(toDay),
    // What filled each project is left out already.
    ...{ historyDays, createdOn: '', open, shownDays: shownDaysMax },
  });
  return { timezone: zone, remaining: open, flow };
}

/** What a new project was filled with did not arrive in the course of work. */
function withoutFilling(past: readonly FlowDay[], createdOn: string): FlowDay[] {
  const filled = past.length - sinceItWasFilled(past, createdOn).length;
  return past.map((day, index) => (index < filled ? { ...day, arrived: 0 } : day));
}
