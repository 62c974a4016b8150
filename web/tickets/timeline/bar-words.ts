import { m } from '../../messages/index.ts';
import { dayOf, formatDate, today } from '../../parts/dates/dates.ts';
import { isClosed } from '../../parts/ticket-words.ts';
import type { TicketRow } from '../../replica/index.ts';

/** The dates of a ticket, for screen readers. */
export function datesOfTicket(row: TicketRow): string {
  const { timeline } = m;
  const created = timeline.created(formatDate(row.createdAt));
  if (isClosed(row)) {
    return row.completedAt ? `${created}, ${timeline.closed(formatDate(row.completedAt))}` : created;
  }
  if (row.dueDate === null) return `${created}, ${timeline.noDueDate}`;
  const due = dayOf(row.dueDate);
  const words = due < today() ? timeline.overdueSince : timeline.due;
  return `${created}, ${words(formatDate(due))}`;
}
