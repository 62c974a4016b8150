import { dynamicStatement, type Queries, sql } from '../../platform/db/index.ts';
import { openCondition } from '../../tickets/index.ts';
import type { DayRun } from '../series-days.ts';
import { countOfDay, daysOfRuns, runBounds } from '../series-store.ts';

export interface FlowRow {
  projectId: string;
  run: number;
  /** The index of the day within its run. */
  day: number;
  completed: number;
  /** By how many the open tickets became more, or fewer if negative. */
  grown: number;
}

const isOpen = (status: string) => `case when ${openCondition(status)} then 1 else 0 end`;

/** How many tickets of each project were completed on each day, and by how many its open tickets grew. */
export const readFlows = (queries: Queries, projectIds: readonly string[], runs: DayRun[]) =>
  queries.list(
    dynamicStatement<object, FlowRow>(
      `with recursive ${daysOfRuns(runs)}
      select p.id as "projectId", run, day, ${countOfDay('completed_at', 'p.id')} as completed,
        cast(coalesce((select sum(${isOpen('m.to_status')} - ${isOpen('m.from_status')}) from ticket_moves m
          where m.home_id = p.id and m.at >= day_start and m.at < day_start + day_length), 0) as bigint) as grown
      from projects p cross join days where p.id in :projectIds[]`,
    ),
    { projectIds, ...runBounds(runs) },
  );

export const countOpenTickets = sql.count<{ projectId: string }, { tickets: number }>(`
  with counts (tickets) as (
    select tickets from ticket_counts where home_id = :projectId and fact = 'status'
      and ${openCondition('word')}
    union all
    select change from ticket_count_changes where home_id = :projectId
      and ${openCondition('status')})
  select cast(coalesce(sum(tickets), 0) as bigint) as tickets from counts`);

/** How many tickets of each project are open and done. */
export const countProgress = sql.list<{ ids: string[] }, { projectId: string; open: number; done: number }>(`
  with counts (home_id, word, tickets) as (
    select home_id, word, tickets from ticket_counts where home_id in :ids[] and fact = 'status'
    union all
    select home_id, status, change from ticket_count_changes where home_id in :ids[] and status is not null)
  select home_id as "projectId",
    cast(sum(case when ${openCondition('word')} then tickets else 0 end) as bigint) as open,
    cast(sum(case when word = 'done' then tickets else 0 end) as bigint) as done
  from counts group by home_id`);
