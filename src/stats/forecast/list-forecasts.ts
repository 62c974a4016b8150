import { invalid } from '../../platform/errors.ts';
import { listProjectRows } from '../../projects/index.ts';
import { keyProjectLimit, type Scope } from '../../users/index.ts';
import { periodDays } from '../period.ts';
import { zoneOfQuery } from '../query-zone.ts';
import { dateIn, daysBetween, shiftDate } from '../series-days.ts';
import { daysBefore } from './check-against-past.ts';
import { countProgress } from './flow-store.ts';
import { forecastFlowInShort } from './forecast-flow.ts';
import type { ProjectsForecastQuery } from './forecast-projects.ts';
import { horizonDays } from './get-forecast.ts';
import { readPasts, sinceItsBeginning, toDay } from './read-pasts.ts';
import type { FlowDay } from './simulate-flow.ts';

const projectsMax = 100;

/**
 * The forecasts of several active projects in short, each as `flow` of `getForecast` says it. Projects that the actor
 * may not read are left out. The number of statements does not depend on that of the projects.
 */
export async function listForecasts(scope: Scope, requested: string[], query: ProjectsForecastQuery) {
  const { db, clock } = scope;
  if (requested.length > projectsMax)
    throw invalid({ ids: [`Ids must have at most ${projectsMax} entries`] });
  const zone = await zoneOfQuery(scope, query.timezone);
  const projects = await listReadable(scope, [...new Set(requested)]);
  const ids = projects.map(({ id }) => id);
  const today = dateIn(zone, clock.now());
  const historyDays = periodDays(query.period ?? 'quarter');
  const from = shiftDate(today, -historyDays - daysBefore);
  const [pasts, progress] = await Promise.all([
    readPasts(scope, ids, { from, to: today, zone }),
    ids.length > 0 ? countProgress(db.reads, { ids }) : [],
  ]);
  const openTickets = new Map(progress.map(({ projectId, open }) => [projectId, open]));
  const future = daysBetween(today, shiftDate(today, horizonDays), zone).dates.map(toDay);
  const forecasts = [];
  for (const { id, createdAt } of projects) {
    const days = pasts.get(id) ?? [];
    const createdOn = dateIn(zone, createdAt);
    const open = openTickets.get(id) ?? 0;
    const past = sinceItsBeginning(days.slice(0, -1), createdOn);
    const question = { past, today: days.at(-1) as FlowDay, future, historyDays, createdOn, open };
    forecasts.push({ projectId: id, remaining: open, flow: await forecastFlowInShort(question) });
  }
  return { timezone: zone, forecasts };
}

async function listReadable({ db, actor }: Scope, ids: string[]) {
  if (ids.length === 0) return [];
  const filter = { userId: actor.userId, keyProjects: keyProjectLimit(actor), statuses: ['active'], ids };
  const page = { page: 1, offset: 0, limit: ids.length };
  return (await listProjectRows(db.reads, filter, 'name', 'asc', page)).rows;
}
