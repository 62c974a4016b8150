import { agentTaskQueries } from '../../agent-tasks/index.ts';
import { queryClient } from '../../api/index.ts';
import { ticketQueries } from './ticket-queries.ts';

/** Loads the texts of a ticket before it is opened, so that opening it waits for nothing. */
export function preloadTicket(id: string): void {
  void queryClient.prefetchQuery(ticketQueries.details(id));
  void queryClient.prefetchQuery(ticketQueries.relations(id));
  void queryClient.prefetchQuery(ticketQueries.links(id));
  void queryClient.prefetchQuery(agentTaskQueries.ofTicket(id));
  void queryClient.prefetchInfiniteQuery(ticketQueries.history(id));
}
