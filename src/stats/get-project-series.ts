import { invalid } from '../platform/errors.ts';
import { canReadProject, getProjectFor } from '../projects/index.ts';
import { type Ticket, ticketStatuses } from '../tickets/index.ts';
import type { Scope } from '../users/index.ts';
import { type Period, periodDays } from './period.ts';
import { zoneOfQuery } from './query-zone.ts';
import {
  countDays,
  dateIn,
  daysBetween,
  daysMax,
  groupDays,
  type SeriesDays,
  shiftDate,
  weekMonday,
} from './series-days.ts';
import type { Percentile, RankedDuration, SeriesRow } from './series-store.ts';
import * as store from './series-store.ts';

export interface SeriesQuery {
  period?: Period | undefined;
  /** Dates; both are included. */
  from?: string | undefined;
  to?: string | undefined;
  timezone?: string | undefined;
}

type ByStatus = Record<Ticket['status'], number>;

export interface SeriesDay {
  date: string;
  created: number;
  completed: number;
  /** How many tickets had each status at the end of the day. */
  byStatus: ByStatus;
}

/** The tickets created and completed on each day, and the status counts at its end, with weekly throughput and percentiles. */
export async function getProjectSeries(scope: Scope, ref: string, query: SeriesQuery) {
  const { db, actor, clock } = scope;
  const { id: projectId } = await getProjectFor(db.reads, actor, ref, canReadProject);
  const zone = await zoneOfQuery(scope, query.timezone);
  const days = parseDays(query, zone, clock.now());
  const window = { projectId, start: days.startsMs[0] as number, end: days.startsMs.at(-1) as number };
  const runs = groupDays(days);
  const [rows, leadTimes, cycleTimes] = await Promise.all([
    store.readSeries(db.workerReads, projectId, runs),
    store.listLeadTimePercentiles(db.workerReads, window),
    store.listCycleTimePercentiles(db.workerReads, window),
  ]);
  const firstDays = runs.map(({ firstDayIndex }) => firstDayIndex);
  const series = buildSeries(days, rows, (row) => (firstDays[row.run] as number) + row.day);
  return {
    zone,
    days: series,
    throughput: weeklyThroughput(series),
    leadTime: pickPercentiles(leadTimes),
    cycleTime: pickPercentiles(cycleTimes),
  };
}

/** The days of a query, up to today. */
export function parseDays(
  { period = 'month', ...query }: SeriesQuery,
  zone: string,
  now: number,
): SeriesDays {
  const today = dateIn(zone, now);
  const to = query.to === undefined || query.to > today ? today : query.to;
  const from = query.from ?? shiftDate(to, 1 - periodDays(period));
  if (from > to)
    throw invalid({ from: [query.to ? 'From must not be after to' : 'From must not be in the future'] });
  if (countDays(from, to) > daysMax)
    throw invalid({ from: [`From and to may be at most ${daysMax} days apart`] });
  return daysBetween(from, to, zone);
}

/**
 * Computes status counts backwards from the current ones: the counts at the end of a day are those of the next day
 * with its moves undone.
 */
function buildSeries(
  { dates }: SeriesDays,
  rows: SeriesRow[],
  dayOf: (row: SeriesRow) => number,
): SeriesDay[] {
  const byStatus = emptyCounts();
  const undo = ({ fromStatus, toStatus, count }: SeriesRow) => {
    if (fromStatus) byStatus[fromStatus as Ticket['status']] += count;
    if (toStatus) byStatus[toStatus as Ticket['status']] -= count;
  };
  const rowsOfKind = (kind: SeriesRow['kind']) => rows.filter((row) => row.kind === kind);
  for (const { toStatus, count } of rowsOfKind('now')) byStatus[toStatus as Ticket['status']] = count;
  rowsOfKind('after').forEach(undo);

  const moved = Map.groupBy(rowsOfKind('moved'), dayOf);
  const created = new Map(rowsOfKind('created').map((row) => [dayOf(row), row.count]));
  const completed = new Map(rowsOfKind('completed').map((row) => [dayOf(row), row.count]));
  const series: SeriesDay[] = [];
  for (let day = dates.length - 1; day >= 0; day--) {
    series.push({
      date: dates[day] as string,
      created: created.get(day) ?? 0,
      completed: completed.get(day) ?? 0,
      byStatus: { ...byStatus },
    });
    moved.get(day)?.forEach(undo);
  }
  return series.reverse();
}

const emptyCounts = () => Object.fromEntries(ticketStatuses.map((status) => [status, 0])) as ByStatus;

/** The completions of each week, which starts on Monday; the first and last week may be partly outside the window. */
function weeklyThroughput(series: SeriesDay[]) {
  const { date: firstDate } = series[0] as SeriesDay;
  const firstMonday = weekMonday(firstDate);
  const daysBefore = countDays(firstMonday, firstDate) - 1;
  const weeks = Map.groupBy(series.keys(), (day) => Math.floor((day + daysBefore) / 7));
  return [...weeks].map(([week, days]) => ({
    weekStart: shiftDate(firstMonday, 7 * week),
    days: days.length,
    completed: days.reduce((sum, day) => sum + (series[day]?.completed ?? 0), 0),
  }));
}

export interface Percentiles {
  tickets: number;
  p50: number | undefined;
  p75: number | undefined;
  p90: number | undefined;
  p95: number | undefined;
}

function pickPercentiles(ranked: RankedDuration[]): Percentiles {
  const total = ranked[0]?.total ?? 0;
  const at = (percentile: Percentile) =>
    ranked.find(({ ordinal }) => ordinal === store.percentileRank(percentile, total))?.ms;
  return { tickets: total, p50: at(50), p75: at(75), p90: at(90), p95: at(95) };
}
