import type { Database } from '../../platform/db/index.ts';
import { mapFilters, type TicketFilter } from './ticket-filter.ts';
import type { TicketIndex } from './ticket-index.ts';

/** Replaces the words of a filter by the tickets that the search index finds, if that saves reading texts. */
export async function findWordConditions(
  db: Database,
  filter: TicketFilter,
  ticketIndex: TicketIndex | undefined,
): Promise<TicketFilter> {
  const find = async (part: TicketFilter) =>
    part.words?.length ? { ...part, found: await ticketIndex?.findCondition(db, part.words) } : part;
  return { ...(await find(filter)), tree: filter.tree && (await mapFilters(filter.tree, find)) };
}
