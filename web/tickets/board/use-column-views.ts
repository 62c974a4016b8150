import { type TicketStatus, ticketStatuses } from '../../parts/ticket-words.ts';
import { useViews, type ViewQuery, type ViewState } from '../../replica/index.ts';

/** The tickets of each status. Each status is a separate view, with its full count and its own pages. */
export function useColumnViews(query: Omit<ViewQuery, 'status'>): Record<TicketStatus, ViewState> {
  const views = useViews(ticketStatuses.map((status) => ({ ...query, status })));
  return Object.fromEntries(views.map((view, index) => [ticketStatuses[index], view])) as Record<
    TicketStatus,
    ViewState
  >;
}
