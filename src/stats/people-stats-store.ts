import { hourMs } from '../platform/clock.ts';
import { type Queries, statement } from '../platform/db/index.ts';

const membersOf = statement<{ projectId: string; start: number }, { total: number; active: number }>(`
  select
    (select count(*) from project_members where project_id = :projectId) as total,
    (select count(*) from project_members m where m.project_id = :projectId and exists (
      select 1 from events e where e.project_id = :projectId and e.occurred_at >= :start and e.actor_id = m.user_id))
      as active`);
const commentsIn = statement<{ projectId: string; start: number }, { comments: number }>(`
  select count(*) as comments from comments c join tickets t on t.id = c.ticket_id
  where c.created_at >= :start and t.project_id = :projectId and t.deleted_at is null`);

export interface PersonFigures {
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

// The hour stands in the text: as a parameter SQLite would take it for a fraction and divide without rounding.
const ofPerson = statement<{ userId: string; start: number; now: number }, PersonFigures>(`
  select
    (select count(*) from tickets where reporter_id = :userId and created_at >= :start and deleted_at is null) as created,
    (select count(*) from tickets where assignee_id = :userId and completed_at >= :start and deleted_at is null)
      as completed,
    (select cast(avg(completed_at - created_at) as bigint) from tickets
      where assignee_id = :userId and completed_at >= :start and deleted_at is null) as "completionMs",
    (select count(*) from tickets where assignee_id = :userId and deleted_at is null) as assigned,
    (select count(*) from tickets where assignee_id = :userId and status = 'done' and deleted_at is null) as done,
    (select count(*) from tickets where assignee_id = :userId and due_date < :now
      and status not in ('done', 'cancelled') and deleted_at is null) as overdue,
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
    (select count(distinct e.occurred_at / ${hourMs}) from events e
      where e.actor_id = :userId and e.occurred_at >= :start) as "activeHours"`);

/** Members, and those of them who did something in the project since. */
export const countMembers = async (queries: Queries, projectId: string, start: number) =>
  (await queries.find(membersOf, { projectId, start })) as { total: number; active: number };

export const countCommentsIn = async (queries: Queries, projectId: string, start: number) =>
  (await queries.find(commentsIn, { projectId, start }))?.comments ?? 0;

export const measurePerson = async (queries: Queries, userId: string, start: number, now: number) =>
  (await queries.find(ofPerson, { userId, start, now })) as PersonFigures;
