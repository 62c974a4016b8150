import type { TicketItem } from '../../../sdk/index.ts';
import type { ClientContext } from './client-context.ts';
import { formatTable } from './table.ts';

/** The tickets of a page, and how many more there are. */
export function formatTickets(context: ClientContext, tickets: TicketItem[], total: number): string {
  if (tickets.length === 0) return 'No tickets.\n';
  const rows = tickets.map(({ key, id, status, statusName, priority, assignee, title }) => [
    key ?? id,
    statusName ?? status,
    priority,
    assignee?.name,
    title,
  ]);
  const more = total > tickets.length ? `${tickets.length} of ${total}; --limit shows more.\n` : '';
  return formatTable(context, ['KEY', 'STATUS', 'PRIORITY', 'ASSIGNEE', 'TITLE'], rows, 4) + more;
}
