import type { Database } from '../../platform/db/index.ts';
import { mapFilters, type TicketFilter } from './ticket-filter.ts';
import type { TicketIndex } from './ticket-index.ts';

/** The filter with the tickets that contain its words, as the search index knows them, where that saves reading texts. */
export async function findWordConditions(
  db: Database,
  filter: TicketFilter,
  ticketIndex: TicketIndex | undefined,
): Promise<TicketFilter> {
  const find = async (part: TicketFilter) =>
    part.words?.length ? { ...part, found: await ticketIndex?.findCondition(db, part.words) } : part;
  return { ...(await find(filter)), tree: filter.tree && (await mapFilters(filter.tree, find)) };
}
