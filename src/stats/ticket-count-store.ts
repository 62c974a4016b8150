import { type Queries, statement, type Tx } from '../platform/db/index.ts';

/** A row of `ticket_count_changes`: a difference in tickets, or in comments, that the count tables do not include yet. */
export interface CountChange {
  change: number;
  homeId: string;
  /** A change of comments has only `commentedAt`; all columns of tickets are null. */
  status: string | null;
  priority: string | null;
  type: string | null;
  assigneeId: string | null;
  createdAt: number | null;
  completedAt: number | null;
  commentedAt: number | null;
}

const changeAtOffset = statement<{ offset: number }, { seq: number }>(
  'select seq from ticket_count_changes limit 1 offset :offset',
);
// `skip locked` lets two processes roll up different rows at once. The rows are chosen in a materialized CTE: where
// PostgreSQL estimates the table to be empty, it would choose them again for every row of it.
const takeOldest = statement<{ limit: number }, CountChange>(`
  with oldest as materialized (
    select seq from ticket_count_changes order by seq limit :limit for update skip locked)
  delete from ticket_count_changes where seq <= (select max(seq) from oldest) and seq in (select seq from oldest)
  returning change, home_id as "homeId", status, priority, type, assignee_id as "assigneeId",
    created_at as "createdAt", completed_at as "completedAt", commented_at as "commentedAt"`);

export const hasMoreCountChangesThan = async (queries: Queries, offset: number) =>
  (await queries.find(changeAtOffset, { offset })) !== undefined;

/** Deletes and returns the oldest changes. */
export const deleteOldestCountChanges = (tx: Tx, limit: number) => tx.list(takeOldest, { limit });
