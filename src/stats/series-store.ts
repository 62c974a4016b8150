import { dynamicStatement, type Queries, statement } from '../platform/db/index.ts';
import type { Stretch } from './series-days.ts';

/** So many tickets did this on that day of that stretch. */
export interface SeriesRow {
  kind: 'now' | 'after' | 'moved' | 'created' | 'completed';
  stretch: number;
  /** From 0 in its stretch. */
  day: number;
  fromStatus: string | null;
  toStatus: string | null;
  count: number;
}

/**
 * All that a series is made of, in one statement, so that it shows one moment: how many tickets stand in each status
 * now, and what happened in the window and since. It reads the project's part of three indexes.
 */
export function readSeries(queries: Queries, projectId: string, stretches: Stretch[]): Promise<SeriesRow[]> {
  // A parameter is a fraction for SQLite; only whole numbers divide without a rest.
  const moved = stretches.map(
    ({ dayLengthMs }, i) => `
    select 'moved', ${i}, (m.at - cast(:start${i} as bigint)) / ${dayLengthMs}, m.from_status, m.to_status, count(*)
    from ticket_moves m where m.home_id = :projectId and m.at >= :start${i} and m.at < :end${i}
    group by 3, m.from_status, m.to_status`,
  );
  const firstDays = stretches.map(
    ({ dayLengthMs }, i) => `(${i}, 0, cast(:start${i} as bigint), ${dayLengthMs}, cast(:end${i} as bigint))`,
  );
  const shape = dynamicStatement<object, SeriesRow>(`
    with recursive days (stretch, day, day_start, day_length, stretch_end) as (
      values ${firstDays.join()}
      union all
      select stretch, day + 1, day_start + day_length, day_length, stretch_end from days
      where day_start + day_length < stretch_end),
    counts (status, tickets) as (
      select word, tickets from ticket_counts where home_id = :projectId and fact = 'status'
      union all
      select status, change from ticket_count_changes where home_id = :projectId and status is not null)
    select 'now' as kind, 0 as stretch, 0 as day, null as "fromStatus", status as "toStatus",
      cast(sum(tickets) as bigint) as count
    from counts group by status
    union all ${moved.join(' union all ')}
    union all
    select 'after', 0, 0, m.from_status, m.to_status, count(*) from ticket_moves m
    where m.home_id = :projectId and m.at >= :end${stretches.length - 1}
    group by m.from_status, m.to_status
    union all ${countEachDay('created', 'created_at')}
    union all ${countEachDay('completed', 'completed_at')}`);
  return queries.list(shape, { projectId, ...boundsOf(stretches) });
}

/** Each day by itself along the index: SQLite would sort all of them to count them in groups. */
const countEachDay = (kind: 'created' | 'completed', column: 'created_at' | 'completed_at') =>
  `select '${kind}', stretch, day, null, null, (select count(*) from tickets t
    where t.home_id = :projectId and t.deleted_at is null
      and t.${column} >= day_start and t.${column} < day_start + day_length) from days`;

const boundsOf = (stretches: Stretch[]) =>
  Object.fromEntries(
    stretches.flatMap(({ start, end }, i) => [
      [`start${i}`, start],
      [`end${i}`, end],
    ]),
  );

/** A duration and its place among all of them, from 1. */
export interface RankedDuration {
  total: number;
  place: number;
  ms: number;
}

const shares = [50, 75, 90, 95] as const;
export type Share = (typeof shares)[number];
/** The place of a percentile: so that at least that share is not longer. */
export const placeOf = (share: number, total: number) => Math.ceil((share * total) / 100);

const rank = (duration: string) => `
  with durations (ms) as materialized (select ${duration} from tickets t
    where t.home_id = :projectId and t.deleted_at is null
      and t.completed_at >= :start and t.completed_at < :end),
  counted (total) as (select count(ms) from durations),
  ranked (ms, place) as (select ms, row_number() over (order by ms) from durations where ms is not null)
  select total, place, ms from ranked, counted
  where ${shares.map((share) => `place = (total * ${share} + 99) / 100`).join(' or ')}`;
type Window = { projectId: string; start: number; end: number };
const leadTimes = statement<Window, RankedDuration>(rank('t.completed_at - t.created_at'));
const cycleTimes = statement<Window, RankedDuration>(
  rank(`t.completed_at - (
    select min(m.at) from ticket_moves m where m.ticket_id = t.id and m.to_status = 'in_progress')`),
);

/** From creation to completion, of what was completed in the window. */
export const rankLeadTimes = (queries: Queries, window: Window) => queries.list(leadTimes, window);

/** From the first time it was in progress to completion. */
export const rankCycleTimes = (queries: Queries, window: Window) => queries.list(cycleTimes, window);
