import { defineInsert, type Insert, type Queries, sql, statement, type Tx } from '../../platform/db/index.ts';
import type { ChecklistEntry, ChecklistItem } from './checklist.ts';

type EntryRow = Omit<ChecklistEntry, 'done'> & { done: number };

const ofTicket = statement<{ ticketId: string }, EntryRow>(`
  select c.id, c.ticket_id as "ticketId", c.position, c.text, c.done, c.assignee_id as "assigneeId",
    c.created_at as "createdAt", c.updated_at as "updatedAt",
    u.name as "assigneeName", u.email as "assigneeEmail", u.image as "assigneeImage"
  from checklist_items c left join users u on u.id = c.assignee_id
  where c.ticket_id = :ticketId order by c.position, c.id`);
export const listChecklist = async (queries: Queries, ticketId: string): Promise<ChecklistEntry[]> =>
  (await queries.list(ofTicket, { ticketId })).map((row) => ({ ...row, done: row.done === 1 }));

export const insertChecklistItems: Insert<ChecklistItem> = defineInsert(
  'checklist_items',
  'id ticketId position text assigneeId createdAt updatedAt',
  { done: ({ done }) => Number(done) },
);

const updateChecklistItemSql = statement<
  Omit<ChecklistItem, 'ticketId' | 'done' | 'createdAt'> & { done: number }
>(`
  update checklist_items set position = :position, text = :text, done = :done, assignee_id = :assigneeId,
    updated_at = :updatedAt
  where id = :id`);
export const updateChecklistItem = (
  tx: Tx,
  { id, position, text, done, assigneeId, updatedAt }: ChecklistItem,
) => tx.run(updateChecklistItemSql, { id, position, text, done: Number(done), assigneeId, updatedAt });

/** Shifts the positions of the items from `from` up to but not including `to`. */
export const shiftChecklistItems = sql.run<{ ticketId: string; from: number; to: number; by: number }>(`
  update checklist_items set position = position + :by
  where ticket_id = :ticketId and position >= :from and position < :to`);

export const deleteChecklistItem = sql.run<{ id: string }>('delete from checklist_items where id = :id');

/** Stores the number of items, and that the ticket changed. */
export const updateTotal = sql.run<{ ticketId: string; total: number; updatedAt: number }>(
  'update tickets set checklist_total = :total, updated_at = :updatedAt where id = :ticketId',
);

export const countChecklists = sql.list<
  { ids: string[] },
  { ticketId: string; done: number; total: number }
>(`
  select ticket_id as "ticketId", cast(sum(done) as bigint) as done, count(*) as total from checklist_items
  where ticket_id in :ids[] group by ticket_id`);
