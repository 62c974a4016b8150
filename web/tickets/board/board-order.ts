import { type TicketSort, ticketSorts, usualOrder } from '../ticket-search.ts';

/**
 * The orders that a board offers. Only in the manual order does a drop choose the place; each project has a manual
 * order of its own, so the board of several projects has none.
 */
export const boardSortsFor = (projectId: string | undefined): readonly TicketSort[] =>
  ticketSorts.filter(
    (sort) => sort !== 'status' && sort !== 'estimate' && (sort !== 'rank' || projectId !== undefined),
  );

export const usualBoardSort = (projectId: string | undefined): TicketSort =>
  projectId === undefined ? 'priority' : 'rank';

export function boardOrder(sort: TicketSort, order?: 'asc' | 'desc') {
  return { sort, order: sort === 'rank' ? 'asc' : (order ?? usualOrder(sort)) } as const;
}
