import { type TicketSort, ticketSorts, usualOrder } from '../ticket-search.ts';

/** The orders that a board offers. Only in the manual order does a drop choose the place. */
export const boardSorts = ticketSorts.filter((sort) => sort !== 'status' && sort !== 'estimate');

export function boardOrder(sort: TicketSort = 'rank', order?: 'asc' | 'desc') {
  return { sort, order: sort === 'rank' ? 'asc' : (order ?? usualOrder(sort)) } as const;
}
