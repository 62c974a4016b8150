import { hourMs } from '../platform/clock.ts';
import { type Queries, statement } from '../platform/db/index.ts';

export interface UserFigures {
  created: number;
  completed: number;
  completionMs: number | null;
  assigned: number;
  done: number;
  overdue: number;
  owned: number;
  member: number;
  active: number;
  comments: number;
  commits: number;
  reviews: number;
  activeHours: number;
}

const isOpen = `status not in ('done', 'cancelled')`;
const countAssigned = (column: 'tickets' | 'done', isCounted: string) => `(
  select cast(coalesce(sum(tickets), 0) as bigint) from (
    select ${column} as tickets from assignee_counts where assignee_id = :userId
    union all
    select change from ticket_count_changes where assignee_id = :userId and ${isCounted}) counts)`;

// Reads type by type, because the index of a user's events is sorted by (actor, type, time). The hour is a literal: SQLite
// would bind it as floating point and divide without rounding.
const activeHours = `(
  with recursive types (type) as (
    select min(type) from events where actor_id = :userId
    union all
    select (select min(e.type) from events e where e.actor_id = :userId and e.type > types.type)
    from types where types.type is not null)
  select count(distinct e.occurred_at / ${hourMs}) from types cross join events e
  where e.actor_id = :userId and e.type = types.type and e.occurred_at >= :start)`;

// A ticket created or completed in the window was also updated in it, and the indexes by person are sorted by updated_at.
const userFigures = statement<{ userId: string; start: number; now: number }, UserFigures>(`
  select
    (select count(*) from tickets where reporter_id = :userId and updated_at >= :start and created_at >= :start
      and deleted_at is null) as created,
    done_since.completed, done_since."completionMs",
    ${countAssigned('tickets', 'status is not null')} as assigned,
    ${countAssigned('done', "status = 'done'")} as done,
    (select count(*) from tickets where assignee_id = :userId and due_date < :now and ${isOpen}
      and deleted_at is null) as overdue,
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
    ${activeHours} as "activeHours"
  from (select count(*) as completed, cast(avg(completed_at - created_at) as bigint) as "completionMs" from tickets
    where assignee_id = :userId and updated_at >= :start and completed_at >= :start and deleted_at is null) done_since`);

export const measureUser = async (queries: Queries, userId: string, start: number, now: number) =>
  (await queries.find(userFigures, { userId, start, now })) as UserFigures;
