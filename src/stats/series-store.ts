import { dynamicStatement, type Queries, sql } from '../platform/db/index.ts';
import type { DayRun } from './series-days.ts';

/** How many tickets were created, completed or moved on one day, or have a status now. */
export interface SeriesRow {
  kind: 'now' | 'after' | 'moved' | 'created' | 'completed';
  run: number;
  /** The index of the day within its run. */
  day: number;
  fromStatus: string | null;
  toStatus: string | null;
  count: number;
}

/**
 * Reads everything a series needs in one statement, so that all of it is from one snapshot: the tickets in each status now,
 * and what happened in the window and after it. Reads the project's range of three database indexes.
 */
export function readSeries(queries: Queries, projectId: string, runs: DayRun[]): Promise<SeriesRow[]> {
  // SQLite binds numbers as floating point; the cast and the literal make the division an integer division.
  const moved = runs.map(
    ({ dayLengthMs }, i) => `
    select 'moved', ${i}, (m.at - cast(:start${i} as bigint)) / ${dayLengthMs}, m.from_status, m.to_status, count(*)
    from ticket_moves m where m.home_id = :projectId and m.at >= :start${i} and m.at < :end${i}
    group by 3, m.from_status, m.to_status`,
  );
  const shape = dynamicStatement<object, SeriesRow>(`
    with recursive ${daysOfRuns(runs)},
    counts (status, tickets) as (
      select word, tickets from ticket_counts where home_id = :projectId and fact = 'status'
      union all
      select status, change from ticket_count_changes where home_id = :projectId and status is not null)
    select 'now' as kind, 0 as run, 0 as day, null as "fromStatus", status as "toStatus",
      cast(sum(tickets) as bigint) as count
    from counts group by status
    union all ${moved.join(' union all ')}
    union all
    select 'after', 0, 0, m.from_status, m.to_status, count(*) from ticket_moves m
    where m.home_id = :projectId and m.at >= :end${runs.length - 1}
    group by m.from_status, m.to_status
    union all ${countEachDay('created', 'created_at')}
    union all ${countEachDay('completed', 'completed_at')}`);
  return queries.list(shape, { projectId, ...runBounds(runs) });
}

/** The days of the runs as a table; the statement begins with `with recursive`. */
export function daysOfRuns(runs: DayRun[]): string {
  const firstDays = runs.map(
    ({ dayLengthMs }, i) => `(${i}, 0, cast(:start${i} as bigint), ${dayLengthMs}, cast(:end${i} as bigint))`,
  );
  return `days (run, day, day_start, day_length, run_end) as (
      values ${firstDays.join()}
      union all
      select run, day + 1, day_start + day_length, day_length, run_end from days
      where day_start + day_length < run_end)`;
}

const countEachDay = (kind: 'created' | 'completed', column: 'created_at' | 'completed_at') =>
  `select '${kind}', run, day, null, null, ${countOfDay(column)} from days`;

/** Counts a day by its own range of the index: for a `group by`, SQLite would sort all rows first. */
export const countOfDay = (column: 'created_at' | 'completed_at', projectId = ':projectId') =>
  `(select count(*) from tickets t
    where t.home_id = ${projectId} and t.deleted_at is null
      and t.${column} >= day_start and t.${column} < day_start + day_length)`;

export const runBounds = (runs: DayRun[]) =>
  Object.fromEntries(
    runs.flatMap(({ startMs, endMs }, i) => [
      [`start${i}`, startMs],
      [`end${i}`, endMs],
    ]),
  );

/** A duration and its position among all of them in ascending order, from 1. */
export interface RankedDuration {
  total: number;
  ordinal: number;
  ms: number;
}

const percentiles = [50, 75, 90, 95] as const;
export type Percentile = (typeof percentiles)[number];
/** The position of a percentile (nearest rank): at least that share of the durations is not longer. */
export const percentileRank = (percentile: Percentile, total: number) =>
  Math.ceil((percentile * total) / 100);

const percentilesSql = (duration: string) => `
  with durations (ms) as materialized (select ${duration} from tickets t
    where t.home_id = :projectId and t.deleted_at is null
      and t.completed_at >= :start and t.completed_at < :end),
  counted (total) as (select count(ms) from durations),
  ranked (ms, ordinal) as (select ms, row_number() over (order by ms) from durations where ms is not null)
  select total, ordinal, ms from ranked, counted
  where ${percentiles.map((percentile) => `ordinal = (total * ${percentile} + 99) / 100`).join(' or ')}`;
type Window = { projectId: string; start: number; end: number };

/** The percentiles of the time from creation to completion, of the tickets completed in the window. */
export const listLeadTimePercentiles = sql.list<Window, RankedDuration>(
  percentilesSql('t.completed_at - t.created_at'),
);

/** The percentiles of the time from the first start of work (`in_progress`) to completion. */
export const listCycleTimePercentiles = sql.list<Window, RankedDuration>(
  percentilesSql(`t.completed_at - (
    select min(m.at) from ticket_moves m where m.ticket_id = t.id and m.to_status = 'in_progress')`),
);
