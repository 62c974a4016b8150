import type { TicketSort } from '../ticket-search.ts';

/** The orders that a board offers; by hand is the only one in which a drop chooses the place. */
export const boardSorts = [
  'rank',
  'priority',
  'dueDate',
  'updatedAt',
  'createdAt',
  'title',
] as const satisfies readonly TicketSort[];
export type BoardSort = (typeof boardSorts)[number];

/** The direction in which people expect a sort: what is urgent, due or new comes first. */
const directions: Record<TicketSort, 'asc' | 'desc'> = {
  rank: 'asc',
  priority: 'desc',
  dueDate: 'asc',
  updatedAt: 'desc',
  createdAt: 'desc',
  title: 'asc',
  status: 'asc',
};

export function boardOrder(sort: TicketSort = 'rank', order?: 'asc' | 'desc') {
  return { sort, order: sort === 'rank' ? 'asc' : (order ?? directions[sort]) } as const;
}
