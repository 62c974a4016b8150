import { byNumber, byText, listPage, pagedList, type Queries } from '../platform/db/index.ts';
import type { Page } from '../platform/paging.ts';
import type { Ticket } from '../tickets/index.ts';

/** A completed ticket with the times that a cycle-time chart needs. */
export interface CompletedTicket {
  id: string;
  number: number;
  title: string;
  type: Ticket['type'];
  assigneeId: string | null;
  createdAt: number;
  /** When work began first (`in_progress`). */
  startedAt: number | null;
  completedAt: number;
}

type Window = { projectId: string; start: number; end: number };

const completed = pagedList<Window, CompletedTicket>({
  columns: `t.id, t.number, t.title, t.type, t.assignee_id as "assigneeId", t.created_at as "createdAt",
    (select min(m.at) from ticket_moves m where m.ticket_id = t.id and m.to_status = 'in_progress') as "startedAt",
    t.completed_at as "completedAt"`,
  from: 'tickets t',
  where: `t.home_id = :projectId and t.deleted_at is null and t.completed_at >= :start and t.completed_at < :end`,
  sort: [
    byNumber('t.completed_at', 'desc', ({ completedAt }) => completedAt),
    byText('t.id', 'desc', ({ id }) => id),
  ],
});

export const listCompletedTickets = (queries: Queries, window: Window, page: Page) =>
  listPage(queries, completed, window, page);
