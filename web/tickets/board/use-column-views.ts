import type { TicketStatus } from '../../parts/ticket-words.ts';
import { useView, type ViewQuery, type ViewState } from '../../replica/index.ts';

/** The tickets of each status. Each status is a view of its own, so that its count is true and its pages load alone. */
export function useColumnViews(query: Omit<ViewQuery, 'status'>): Record<TicketStatus, ViewState> {
  return {
    backlog: useView({ ...query, status: 'backlog' }),
    todo: useView({ ...query, status: 'todo' }),
    in_progress: useView({ ...query, status: 'in_progress' }),
    in_review: useView({ ...query, status: 'in_review' }),
    done: useView({ ...query, status: 'done' }),
    cancelled: useView({ ...query, status: 'cancelled' }),
  };
}
