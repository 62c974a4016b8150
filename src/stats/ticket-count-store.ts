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
  dueDate: number | null;
  commentedAt: number | null;
}

const changeAtOffset = statement<{ offset: number }, { seq: number }>(
  'select seq from ticket_count_changes limit 1 offset :offset',
);
// Selects the rows by a range. Right after a roll-up PostgreSQL estimates the table to be empty; with a list of ids
// it would compare every row with every id. Two processes that roll up at once wait for each other at the first rows.
const takeOldest = statement<{ limit: number }, CountChange>(`
  delete from ticket_count_changes where seq <= (
    select max(o.seq) from (select seq from ticket_count_changes order by seq limit :limit) o)
  returning change, home_id as "homeId", status, priority, type, assignee_id as "assigneeId",
    created_at as "createdAt", completed_at as "completedAt", due_date as "dueDate",
    commented_at as "commentedAt"`);

export const hasMoreCountChangesThan = async (queries: Queries, offset: number) =>
  (await queries.find(changeAtOffset, { offset })) !== undefined;

/** Deletes and returns the oldest changes. */
export const deleteOldestCountChanges = (tx: Tx, limit: number) => tx.list(takeOldest, { limit });
