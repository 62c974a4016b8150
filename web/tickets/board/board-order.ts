import { type TicketSort, ticketSorts, usualOrder } from '../ticket-search.ts';

/** The orders that a board offers; by hand is the only one in which a drop chooses the place. */
export const boardSorts = ticketSorts.filter((sort) => sort !== 'status' && sort !== 'estimate');

export function boardOrder(sort: TicketSort = 'rank', order?: 'asc' | 'desc') {
  return { sort, order: sort === 'rank' ? 'asc' : (order ?? usualOrder(sort)) } as const;
}
