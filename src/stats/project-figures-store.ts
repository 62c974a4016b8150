import { type Queries, statement } from '../platform/db/index.ts';
import { openCondition } from '../tickets/index.ts';
import type { Window } from './period.ts';

export interface ProjectFigures {
  members: number;
  /** The members who caused an event in the project since the start of the window. */
  activeMembers: number;
  /** Written in the window. */
  comments: number;
  /** The mean age of the tickets that are neither done nor cancelled; null if there are none. */
  meanAgeMs: number | null;
  /** Sums of the estimates, in hundredths. */
  estimated: number;
  estimatedOpen: number;
  estimatedInProgress: number;
  estimatedCompleted: number;
}

const memberCounts = `
  select count(*) as members, count((select 1 from events e
    where e.project_id = :projectId and e.actor_id = m.user_id and e.occurred_at >= :start limit 1)) as "activeMembers"
  from project_members m where m.project_id = :projectId`;
const commentCount = `
  with parts (comments) as (
    select comments from ticket_days where home_id = :projectId and day >= :firstDay
    union all
    select comments from ticket_hours
    where home_id = :projectId and hour >= :firstHour and hour < :firstDay * 24
    union all
    select change from ticket_count_changes where home_id = :projectId and commented_at >= :firstHourStartMs
    union all
    select count(*) from comments c join tickets t on t.id = c.ticket_id
    where c.created_at >= :start and c.created_at < :firstHourStartMs
      and t.home_id || '' = :projectId and t.deleted_at is null)
  select cast(coalesce(sum(comments), 0) as bigint) as comments from parts`;
const meanAge = `
  with open (tickets, created_at_sum) as (
    select tickets, created_at_sum from ticket_counts
    where home_id = :projectId and fact = 'status' and ${openCondition('word')}
    union all
    select change, change * created_at from ticket_count_changes
    where home_id = :projectId and ${openCondition('status')})
  select :now - cast(sum(created_at_sum) as bigint) / nullif(cast(sum(tickets) as bigint), 0) as "meanAgeMs" from open`;

const sumOfStatuses = (...statuses: string[]) =>
  `cast(coalesce(sum(case when status in (${statuses.map((status) => `'${status}'`).join()}) then estimate_hundredths end), 0) as bigint)`;
const estimateSums = `
  select cast(coalesce(sum(estimate_hundredths), 0) as bigint) as estimated,
    ${sumOfStatuses('backlog', 'todo')} as "estimatedOpen",
    ${sumOfStatuses('in_progress', 'in_review')} as "estimatedInProgress",
    ${sumOfStatuses('done')} as "estimatedCompleted"
  from tickets where home_id = :projectId and estimate_hundredths is not null and deleted_at is null`;

type FiguresOf = { projectId: string; now: number } & Pick<
  Window,
  'start' | 'firstDay' | 'firstHour' | 'firstHourStartMs'
>;
const figures = statement<FiguresOf, ProjectFigures>(`
  select members, "activeMembers", comments, "meanAgeMs", estimated, "estimatedOpen", "estimatedInProgress",
    "estimatedCompleted"
  from (${memberCounts}) m cross join (${commentCount}) c cross join (${meanAge}) a cross join (${estimateSums}) e`);

/** One statement, because three would occupy the threads that other statistics need. */
export async function measureProject(queries: Queries, projectId: string, window: Window) {
  const { start, end: now, firstDay, firstHour, firstHourStartMs } = window;
  const row = await queries.find(figures, { projectId, now, start, firstDay, firstHour, firstHourStartMs });
  return row as ProjectFigures;
}
