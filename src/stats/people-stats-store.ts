import { countUncounted, findWithUncounted, withUncountedEvents } from '../events/index.ts';
import { hourMs } from '../platform/clock.ts';
import { type Queries, statement } from '../platform/db/index.ts';
import { openCondition } from '../tickets/index.ts';
import type { Window } from './period.ts';

interface TicketFigures {
  created: number;
  completed: number;
  completionMs: number | null;
  assigned: number;
  done: number;
  overdue: number;
}
interface ActivityFigures {
  owned: number;
  member: number;
  active: number;
  comments: number;
  commits: number;
  reviews: number;
  activeHours: number;
}
export type UserFigures = TicketFigures & ActivityFigures;

const isOpen = openCondition('status');
const countAssigned = (column: 'tickets' | 'done', isCounted: string) => `(
  select cast(coalesce(sum(tickets), 0) as bigint) from (
    select ${column} as tickets from assignee_counts where assignee_id = :userId
    union all
    select change from ticket_count_changes where assignee_id = :userId and ${isCounted}) counts)`;

// Whole hours are counted in `active_hours`. The part of an hour with which the window starts takes one look into the index
// by (actor, type, time) for each type. The hour is a literal: SQLite would bind it as floating point and divide without rounding.
const typesOfUser = `types (type) as (
    select min(type) from events where actor_id = :userId
    union all
    select (select min(e.type) from events e where e.actor_id = :userId and e.type > types.type)
    from types where types.type is not null)`;
const activeHours = `(
  select count(*) from (
    select hour from active_hours where actor_id = :userId and hour >= :firstHour
    union
    select occurred_at / ${hourMs} from uncounted_events where actor_id = :userId and occurred_at >= :start
    union
    select :firstHour - 1 from types where type is not null and :firstHourStartMs > (
      select min(e.occurred_at) from events e
      where e.actor_id = :userId and e.type = types.type and e.occurred_at >= :start)) hours)`;

interface ActivityParams {
  userId: string;
  start: number;
  firstHour: number;
  firstHourStartMs: number;
}
const activityFigures = withUncountedEvents((uncountedEvents) =>
  statement<ActivityParams, ActivityFigures & { uncounted: number }>(`
  with recursive ${typesOfUser}, ${uncountedEvents}
  select
    (select count(*) from project_members m join projects p on p.id = m.project_id
      where m.user_id = :userId and m.role = 'owner' and p.status <> 'deleted') as owned,
    (select count(*) from project_members m join projects p on p.id = m.project_id
      where m.user_id = :userId and p.status <> 'deleted') as member,
    (select count(*) from project_members m join projects p on p.id = m.project_id
      where m.user_id = :userId and p.status = 'active') as active,
    (select count(*) from comments where author_id = :userId and created_at >= :start) as comments,
    (select count(*) from events where actor_id = :userId and type = 'code.commit_pushed' and occurred_at >= :start)
      as commits,
    (select count(*) from events where actor_id = :userId and type = 'code.review_submitted' and occurred_at >= :start)
      as reviews,
    ${activeHours} as "activeHours", ${countUncounted}`),
);

// A ticket created or completed in the window was also updated in it, and the indexes by person are sorted by updated_at.
const ticketFigures = statement<{ userId: string; start: number; now: number }, TicketFigures>(`
  select
    (select count(*) from tickets where reporter_id = :userId and updated_at >= :start and created_at >= :start
      and deleted_at is null) as created,
    done_since.completed, done_since."completionMs",
    ${countAssigned('tickets', 'status is not null')} as assigned,
    ${countAssigned('done', "status = 'done'")} as done,
    (select count(*) from tickets where assignee_id = :userId and due_date < :now and ${isOpen}
      and deleted_at is null) as overdue
  from (select count(*) as completed, cast(avg(completed_at - created_at) as bigint) as "completionMs" from tickets
    where assignee_id = :userId and updated_at >= :start and completed_at >= :start and deleted_at is null) done_since`);
/** Reads tickets and activity concurrently: each takes some milliseconds for a user who did a lot. */
export async function measureUser(queries: Queries, userId: string, window: Window): Promise<UserFigures> {
  const { start, end, firstHour, firstHourStartMs } = window;
  const [ofTickets, ofActivity] = await Promise.all([
    queries.find(ticketFigures, { userId, start, now: end }),
    findWithUncounted(queries, activityFigures, { userId, start, firstHour, firstHourStartMs }),
  ]);
  return { ...ofTickets, ...ofActivity } as UserFigures;
}
