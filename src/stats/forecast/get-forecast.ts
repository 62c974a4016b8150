import { invalid } from '../../platform/errors.ts';
import { canReadProject, getProjectFor } from '../../projects/index.ts';
import { getGroup } from '../../tickets/index.ts';
import type { Scope } from '../../users/index.ts';
import { listGroupTickets } from '../group-store.ts';
import { type Period, periodDays } from '../period.ts';
import { zoneOfQuery } from '../query-zone.ts';
import { countDays, dateIn, daysBetween, shiftDate } from '../series-days.ts';
import { checkAgainstPast, daysBefore } from './check-against-past.ts';
import * as store from './flow-store.ts';
import { forecastFlow } from './forecast-flow.ts';
import { readPasts, sinceItsBeginning, toDay } from './read-pasts.ts';
import { type ByCertainty, forEachCertainty, randomFrom, simulate } from './simulate.ts';
import type { FlowDay } from './simulate-flow.ts';

export interface ForecastQuery {
  /** How many tickets must be completed; by default the open tickets of the project. */
  tickets?: number | undefined;
  /** The open tickets of this group. */
  group?: string | undefined;
  by?: string | undefined;
  period?: Period | undefined;
  timezone?: string | undefined;
}

/** Days further ahead are not forecast. */
export const horizonDays = 730;
export const shownDaysMax = 120;

/**
 * Forecasts when the tickets will be done, and how many until a day, if the project continues as in the period and no
 * ticket is added. `flow` says what becomes of the whole project if tickets also arrive as in the period.
 */
export async function getForecast(scope: Scope, ref: string, query: ForecastQuery) {
  const { db, actor, clock } = scope;
  const { id: projectId, createdAt } = await getProjectFor(db.reads, actor, ref, canReadProject);
  const zone = await zoneOfQuery(scope, query.timezone);
  const today = dateIn(zone, clock.now());
  const horizon = shiftDate(today, horizonDays);
  const { by } = query;
  if (by !== undefined && (by <= today || by > horizon))
    throw invalid({ by: [`By must be after today, at most ${horizonDays} days`] });

  const historyDays = periodDays(query.period ?? 'quarter');
  const [pasts, wanted] = await Promise.all([
    readPasts(scope, [projectId], { from: shiftDate(today, -historyDays - daysBefore), to: today, zone }),
    countWanted(scope, projectId, query),
  ]);
  const read = pasts.get(projectId) ?? [];
  // Without today, which is not over and would look like a bad day.
  const createdOn = dateIn(zone, createdAt);
  const past = sinceItsBeginning(read.slice(0, -1), createdOn);
  const history = past.slice(-historyDays);
  const random = randomFrom(past);
  // Today counts as a future day: tickets completed today are no longer open.
  const future = daysBetween(today, horizon, zone).dates.map(toDay);
  const byDays = by === undefined ? undefined : countDays(today, by);
  const options = { wanted, shownDays: Math.max(shownDaysMax, byDays ?? 0), random };
  const outlook = await simulate(history, future, options);
  const dateAfter = (days: number | undefined) => days && future[days - 1]?.date;
  const { daysUntilDone } = outlook;
  return {
    zone,
    history: {
      from: history[0]?.date ?? today,
      to: history.at(-1)?.date ?? today,
      completed: history.reduce((sum, { completed }) => sum + completed, 0),
    },
    remaining: wanted,
    done: forEachCertainty((certainty) => (wanted === 0 ? today : dateAfter(daysUntilDone[certainty]))),
    ...(by !== undefined && byDays !== undefined && { by: { date: by, ...outlook.completed[byDays - 1] } }),
    days: shownDays(outlook.completed, daysUntilDone).map((completed, index) => ({
      date: future[index]?.date ?? today,
      ...completed,
    })),
    pastCheck: await checkAgainstPast(past, historyDays, random),
    ...(query.tickets === undefined &&
      query.group === undefined && {
        flow: await forecastFlow({
          past,
          today: read.at(-1) as FlowDay,
          future,
          historyDays,
          createdOn,
          open: wanted,
          shownDays: shownDaysMax,
        }),
      }),
  };
}

async function countWanted(
  scope: Scope,
  projectId: string,
  { tickets, group }: ForecastQuery,
): Promise<number> {
  if (tickets !== undefined && group !== undefined)
    throw invalid({ tickets: ['Give tickets or group, not both'] });
  if (tickets !== undefined) return tickets;
  if (group === undefined) return store.countOpenTickets(scope.db.reads, { projectId });
  const { id, projectId: home } = await getGroup(scope, group);
  if (home !== projectId) throw invalid({ group: ['Group does not exist in this project'] });
  const inGroup = await listGroupTickets(scope.db.workerReads, id);
  return inGroup.filter(({ completedAt }) => completedAt === null).length;
}

/** The days that the chart shows: until all is done with certainty, but at least four weeks. */
function shownDays<T>(completed: readonly T[], daysUntilDone: ByCertainty<number | undefined>): readonly T[] {
  return completed.slice(0, Math.min(shownDaysMax, Math.max(28, daysUntilDone.p95 ?? shownDaysMax)));
}
