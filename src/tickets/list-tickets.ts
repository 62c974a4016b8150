import type { Page } from '../platform/http/index.ts';
import type { Scope } from '../users/index.ts';
import { findByWords } from './search-condition.ts';
import { isFiltered, type TicketFilter } from './ticket-filter.ts';
import {
  countTicketRows,
  listTicketRows,
  listTicketRowsById,
  type TicketItem,
  type TicketSort,
} from './ticket-list-store.ts';
import { findVisibleHomes } from './visible-homes.ts';

export interface TicketListing {
  projects?: string[] | undefined;
  workspaces?: string[] | undefined;
  filter: TicketFilter;
  sort: TicketSort;
  order: 'asc' | 'desc';
}

// Up to here a filter that matches nothing is still checked on the main thread in about a millisecond.
const lightTicketsMax = 2_000;
const lightSorts: TicketSort[] = ['updatedAt', 'createdAt'];

export async function listTickets(
  { db, actor }: Scope,
  { projects, workspaces, filter, sort, order }: TicketListing,
  page: Page,
): Promise<{ rows: TicketItem[]; total: number }> {
  const homes = await findVisibleHomes(db.reads, actor, projects, workspaces);
  const filtered = isFiltered(filter);
  const isLight = homes.ticketCount <= lightTicketsMax || (!filtered && lightSorts.includes(sort));
  const queries = isLight ? db.reads : db.heavyReads;
  const guests = { ...homes, whole: [] };
  const found = filter.words?.length ? await findByWords(db, filter.words) : undefined;
  const byWordsAlone = found && !isFiltered({ ...filter, words: undefined }) ? found : undefined;
  if (byWordsAlone && sort === 'updatedAt' && order === 'desc') {
    const { ids, total } = await byWordsAlone.findNewest(homes, page.offset + page.limit);
    return { rows: await listTicketRowsById(db.reads, ids.slice(page.offset)), total };
  }
  const narrowed = { ...filter, found: found?.condition };
  const total = filtered
    ? ((await byWordsAlone?.count(homes)) ?? (await countTicketRows(queries, homes, narrowed)))
    : homes.ticketCount + (homes.guest.length > 0 ? await countTicketRows(queries, guests, filter) : 0);
  if (page.offset >= total) return { rows: [], total };
  return { rows: await listTicketRows(queries, homes, narrowed, sort, order, page), total };
}
