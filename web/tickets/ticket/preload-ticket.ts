import { taskQueries } from '../../agent-tasks/index.ts';
import { queryClient } from '../../api/index.ts';
import { ticketQueries } from './ticket-queries.ts';

/** Preloads the texts of a ticket, so that opening it waits for nothing. */
export async function preloadTicket(id: string): Promise<void> {
  await queryClient.prefetchQuery(ticketQueries.details(id));
  // One after the other: five requests at once would delay what the person does meanwhile.
  await queryClient.prefetchInfiniteQuery(ticketQueries.history(id));
  await queryClient.prefetchQuery(ticketQueries.relations(id));
  await queryClient.prefetchQuery(ticketQueries.links(id));
  await queryClient.prefetchQuery(taskQueries.ofTicket(id));
}
