import { changeQueue, takeOldestFrom } from '../platform/count-roll-up.ts';
import { type Queries, sql, statement } from '../platform/db/index.ts';

/** A row of `ticket_count_changes`: a difference in tickets or comments that the count tables do not include yet. */
export interface CountChange {
  change: number;
  homeId: string;
  /** Null in a change of comments, which has only `commentedAt`; so are all columns of tickets. */
  status: string | null;
  priority: string | null;
  type: string | null;
  assigneeId: string | null;
  createdAt: number | null;
  completedAt: number | null;
  dueDate: number | null;
  commentedAt: number | null;
}

const takeOldest = statement<{ limit: number }, CountChange>(
  takeOldestFrom(
    'ticket_count_changes',
    `change, home_id as "homeId", status, priority, type, assignee_id as "assigneeId", created_at as "createdAt",
    completed_at as "completedAt", due_date as "dueDate", commented_at as "commentedAt"`,
  ),
);
export const ticketCountChanges = changeQueue('ticket_count_changes', takeOldest);

const work = statement<{ userId: string }, { projects: number; tickets: number; comments: number }>(`
  select
    (select count(*) from project_members m join projects p on p.id = m.project_id
      where m.user_id = :userId and p.status <> 'deleted') as projects,
    (select count(*) from tickets where reporter_id = :userId and deleted_at is null)
      + (select count(*) from tickets where assignee_id = :userId and reporter_id <> :userId and deleted_at is null)
      as tickets,
    (select count(*) from comments where author_id = :userId) as comments`);
/** Counts the projects a person is a member of, the tickets they reported or are assigned to, and their comments. */
export const countUserWork = (queries: Queries, userId: string) => queries.find(work, { userId });

// Separate parts with an index each, because a search for the first ticket would read all rows if there is none.
const inUse = statement<{ id: string }, { id: string }>(`
  select id from projects where workspace_id = :id
  union all select id from (select id from tickets where home_id = :id and deleted_at is null order by rank limit 1) l
  union all select id from (select id from tickets where home_id = :id and deleted_at is not null limit 1) d limit 1`);
/** True if a workspace has projects or tickets. Deleted ones count, because they can be restored. */
export const isWorkspaceInUse = async (queries: Queries, id: string) =>
  (await queries.find(inUse, { id })) !== undefined;

/**
 * Does not change the ticket's `version`: an attachment must not make a concurrent edit fail with If-Match. `updatedAt`
 * is null for an import, whose tickets keep their dates.
 */
export const changeAttachmentCount = sql.run<{ ticketId: string; change: number; updatedAt: number | null }>(`
  update tickets set attachment_count = attachment_count + :change, updated_at = coalesce(:updatedAt, updated_at)
  where id = :ticketId`);
