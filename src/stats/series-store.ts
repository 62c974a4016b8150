import { dayMs } from '../platform/clock.ts';
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
  const parts = stretches.flatMap((_, i) => [
    // A parameter is a fraction for SQLite; only whole numbers divide without a rest.
    `select 'moved' as kind, ${i} as stretch, (m.at - cast(:start${i} as bigint)) / ${dayMs} as day,
      m.from_status as "fromStatus", m.to_status as "toStatus", count(*) as count
    from ticket_moves m where m.home_id = :projectId and m.at >= :start${i} and m.at < :end${i}
    group by 3, m.from_status, m.to_status`,
    countBy('created', 'created_at', i),
    countBy('completed', 'completed_at', i),
  ]);
  const shape = dynamicStatement<object, SeriesRow>(`
    ${parts.join(' union all ')} union all
    select 'after', 0, 0, m.from_status, m.to_status, count(*) from ticket_moves m
    where m.home_id = :projectId and m.at >= :end${stretches.length - 1}
    group by m.from_status, m.to_status union all
    select 'now', 0, 0, null, status, cast(sum(tickets) as bigint) from (
      select word as status, tickets from ticket_counts where home_id = :projectId and fact = 'status'
      union all
      select status, change from ticket_count_changes where home_id = :projectId and status is not null) counts
    group by status`);
  return queries.list(shape, { projectId, ...boundsOf(stretches) });
}

const countBy = (kind: 'created' | 'completed', column: 'created_at' | 'completed_at', i: number) =>
  `select '${kind}', ${i}, (t.${column} - cast(:start${i} as bigint)) / ${dayMs}, null, null, count(*)
  from tickets t where t.home_id = :projectId and t.deleted_at is null
    and t.${column} >= :start${i} and t.${column} < :end${i} group by 3`;

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

const rank = (durations: string) => `
  with durations (ms) as (${durations}),
    ranked as (select ms, row_number() over (order by ms) as place, count(*) over () as total from durations)
  select total, place, ms from ranked
  where ${shares.map((share) => `place = (total * ${share} + 99) / 100`).join(' or ')}`;
const completedIn = `t.home_id = :projectId and t.deleted_at is null
  and t.completed_at >= :start and t.completed_at < :end`;
type Window = { projectId: string; start: number; end: number };
const leadTimes = statement<Window, RankedDuration>(
  rank(`select t.completed_at - t.created_at from tickets t where ${completedIn}`),
);
const cycleTimes = statement<Window, RankedDuration>(
  rank(`select t.completed_at - s.started_at from tickets t join (
      select m.ticket_id, min(m.at) as started_at from ticket_moves m
      where m.to_status = 'in_progress' and m.ticket_id in (
        select c.id from tickets c where ${completedIn.replaceAll('t.', 'c.')})
      group by m.ticket_id) s on s.ticket_id = t.id
    where ${completedIn}`),
);

/** From creation to completion, of what was completed in the window. */
export const rankLeadTimes = (queries: Queries, window: Window) => queries.list(leadTimes, window);

/** From the first time it was in progress to completion. */
export const rankCycleTimes = (queries: Queries, window: Window) => queries.list(cycleTimes, window);
