import type { Database } from '../platform/db/index.ts';
import { mapFilters, type TicketFilter } from './ticket-filter.ts';
import type { WordIndex } from './word-index.ts';

/** The filter with the tickets that contain its words, as the search index knows them, where that saves reading texts. */
export async function findWordConditions(
  db: Database,
  filter: TicketFilter,
  wordIndex: WordIndex | undefined,
): Promise<TicketFilter> {
  const find = async (part: TicketFilter) =>
    part.words?.length ? { ...part, found: await wordIndex?.findCondition(db, part.words) } : part;
  return { ...(await find(filter)), tree: filter.tree && (await mapFilters(filter.tree, find)) };
}
