import type { Page } from '../platform/paging.ts';
import type { Scope } from '../users/index.ts';
import { resolveParents } from './resolve-parents.ts';
import { isFiltered, type TicketFilter } from './ticket-filter.ts';
import { countTicketRows, listTicketRows, listTicketRowsById, type TicketItem } from './ticket-list-store.ts';
import type { TicketSort } from './ticket-query.ts';
import { findVisibleHomes } from './visible-homes.ts';
import type { WordIndex } from './word-index.ts';

export interface TicketListing {
  projects?: string[] | undefined;
  workspaces?: string[] | undefined;
  filter: TicketFilter;
  sort: TicketSort;
  order: 'asc' | 'desc';
}

// On the main thread, a filter that matches none of so many tickets takes about 1 ms.
const mainThreadTicketsMax = 2_000;
const indexedSorts: TicketSort[] = ['updatedAt', 'createdAt'];

/** Only a filter with words uses the word index; without one it scans the tickets. */
export async function listTickets(
  { db, actor }: Scope,
  { projects, workspaces, filter: requested, sort, order }: TicketListing,
  page: Page,
  wordIndex?: WordIndex,
): Promise<{ rows: TicketItem[]; total: number }> {
  const homes = await findVisibleHomes(db.reads, actor, projects, workspaces);
  let filter = await resolveParents(db.reads, actor, requested);
  const words = filter.words?.length ? filter.words : undefined;
  if (words && sort === 'rank') {
    filter = { ...filter, found: await wordIndex?.findCondition(db, words) };
  } else if (words && sort !== 'rank') {
    const byWords = await wordIndex?.listIds(db, { words, homes, filter, sort, order, page });
    if (byWords) return { rows: await listTicketRowsById(db.reads, byWords.ids), total: byWords.total };
  }
  const filtered = isFiltered(filter);
  const isQuick = homes.ticketCount <= mainThreadTicketsMax || (!filtered && indexedSorts.includes(sort));
  const queries = isQuick ? db.reads : db.workerReads;
  const guests = { ...homes, whole: [] };
  const total = filtered
    ? await countTicketRows(queries, homes, filter)
    : homes.ticketCount + (homes.guest.length > 0 ? await countTicketRows(queries, guests, filter) : 0);
  if (page.offset >= total) return { rows: [], total };
  return { rows: await listTicketRows(queries, homes, filter, sort, order, page), total };
}
