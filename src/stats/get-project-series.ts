import { invalid } from '../platform/errors.ts';
import { canReadProject, getProjectFor } from '../projects/index.ts';
import { type TicketStatus, ticketStatuses } from '../tickets/index.ts';
import { findTimezone, isTimezone, type Scope } from '../users/index.ts';
import { daysOf, type Period } from './period.ts';
import {
  countDays,
  dateIn,
  daysBetween,
  mondayOf,
  type SeriesDays,
  shiftDate,
  stretchesOf,
} from './series-days.ts';
import {
  placeOf,
  type RankedDuration,
  rankCycleTimes,
  rankLeadTimes,
  readSeries,
  type SeriesRow,
  type Share,
} from './series-store.ts';

export interface SeriesQuery {
  period?: Period | undefined;
  /** Dates, both included. */
  from?: string | undefined;
  to?: string | undefined;
  timezone?: string | undefined;
}

type ByStatus = Record<TicketStatus, number>;

export interface SeriesDay {
  date: string;
  created: number;
  completed: number;
  /** How many stood where at the end of the day. */
  byStatus: ByStatus;
}

const daysMax = 366;

/** Day by day what came, what was done and where everything stood. */
export async function getProjectSeries({ db, actor, clock }: Scope, ref: string, query: SeriesQuery) {
  const { id: projectId } = await getProjectFor(db.reads, actor, ref, canReadProject);
  const zone = query.timezone ?? (await findTimezone(db.reads, actor.userId));
  const days = chooseDays(query, zone, clock.now());
  const window = { projectId, start: days.starts[0] as number, end: days.starts.at(-1) as number };
  const stretches = stretchesOf(days);
  const [rows, leadTimes, cycleTimes] = await Promise.all([
    readSeries(db.workerReads, projectId, stretches),
    rankLeadTimes(db.workerReads, window),
    rankCycleTimes(db.workerReads, window),
  ]);
  const firstDays = stretches.map(({ firstDay }) => firstDay);
  const series = seriesOf(days, rows, (row) => (firstDays[row.stretch] as number) + row.day);
  return {
    zone,
    days: series,
    throughput: throughputOf(series),
    leadTime: percentilesOf(leadTimes),
    cycleTime: percentilesOf(cycleTimes),
  };
}

function chooseDays({ period = 'month', ...query }: SeriesQuery, zone: string, now: number): SeriesDays {
  if (!isTimezone(zone)) throw invalid({ timezone: ['Timezone must be an IANA name such as Europe/Vienna'] });
  const today = dateIn(zone, now);
  const to = query.to === undefined || query.to > today ? today : query.to;
  const from = query.from ?? shiftDate(to, 1 - daysOf(period));
  if (from > to)
    throw invalid({ from: [query.to ? 'From must not be after to' : 'From must not be in the future'] });
  if (countDays(from, to) > daysMax)
    throw invalid({ from: [`From and to may be ${daysMax} days apart at most`] });
  return daysBetween(from, to, zone);
}

/** Backwards from how it is now: each day is the next one without what happened in that. */
function seriesOf({ dates }: SeriesDays, rows: SeriesRow[], dayOf: (row: SeriesRow) => number): SeriesDay[] {
  const standing = emptyCounts();
  const undo = ({ fromStatus, toStatus, count }: SeriesRow) => {
    if (fromStatus) standing[fromStatus as TicketStatus] += count;
    if (toStatus) standing[toStatus as TicketStatus] -= count;
  };
  const of = (kind: SeriesRow['kind']) => rows.filter((row) => row.kind === kind);
  for (const { toStatus, count } of of('now')) standing[toStatus as TicketStatus] = count;
  of('after').forEach(undo);

  const moved = Map.groupBy(of('moved'), dayOf);
  const created = new Map(of('created').map((row) => [dayOf(row), row.count]));
  const completed = new Map(of('completed').map((row) => [dayOf(row), row.count]));
  const series: SeriesDay[] = [];
  for (let day = dates.length - 1; day >= 0; day--) {
    series.push({
      date: dates[day] as string,
      created: created.get(day) ?? 0,
      completed: completed.get(day) ?? 0,
      byStatus: { ...standing },
    });
    moved.get(day)?.forEach(undo);
  }
  return series.reverse();
}

const emptyCounts = () => Object.fromEntries(ticketStatuses.map((status) => [status, 0])) as ByStatus;

/** Completions of each week, from its Monday, as far as it lies in the window. */
function throughputOf(series: SeriesDay[]) {
  const weeks = Map.groupBy(series, ({ date }) => mondayOf(date));
  return [...weeks].map(([weekStart, days]) => ({
    weekStart,
    days: days.length,
    completed: days.reduce((sum, { completed }) => sum + completed, 0),
  }));
}

export interface Percentiles {
  tickets: number;
  p50: number | undefined;
  p75: number | undefined;
  p90: number | undefined;
  p95: number | undefined;
}

function percentilesOf(ranked: RankedDuration[]): Percentiles {
  const total = ranked[0]?.total ?? 0;
  const at = (share: Share) => ranked.find(({ place }) => place === placeOf(share, total))?.ms;
  return { tickets: total, p50: at(50), p75: at(75), p90: at(90), p95: at(95) };
}
