import { dynamicStatement, type Queries, sql } from '../../platform/db/index.ts';
import { openCondition } from '../../tickets/index.ts';
import type { DayRun } from '../series-days.ts';
import { countOfDay, daysOfRuns, runBounds } from '../series-store.ts';

export interface CompletionsRow {
  run: number;
  /** The index of the day within its run. */
  day: number;
  count: number;
}

/** How many tickets of the project were completed on each day. */
export const countCompletions = (queries: Queries, projectId: string, runs: DayRun[]) =>
  queries.list(
    dynamicStatement<object, CompletionsRow>(
      `with recursive ${daysOfRuns(runs)} select run, day, ${countOfDay('completed_at')} as count from days`,
    ),
    { projectId, ...runBounds(runs) },
  );

export const countOpenTickets = sql.count<{ projectId: string }, { tickets: number }>(`
  with counts (tickets) as (
    select tickets from ticket_counts where home_id = :projectId and fact = 'status'
      and ${openCondition('word')}
    union all
    select change from ticket_count_changes where home_id = :projectId
      and ${openCondition('status')})
  select cast(coalesce(sum(tickets), 0) as bigint) as tickets from counts`);
