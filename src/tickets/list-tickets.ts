import type { Page } from '../platform/paging.ts';
import type { Scope } from '../users/index.ts';
import { resolveParents } from './resolve-parents.ts';
import { isFiltered, type TicketFilter } from './ticket-filter.ts';
import {
  countTicketRows,
  listTicketRows,
  listTicketRowsById,
  type TicketItem,
  type TicketSort,
} from './ticket-list-store.ts';
import { findVisibleHomes } from './visible-homes.ts';
import { listByWords } from './word-index.ts';

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
  { projects, workspaces, filter: asked, sort, order }: TicketListing,
  page: Page,
): Promise<{ rows: TicketItem[]; total: number }> {
  const homes = await findVisibleHomes(db.reads, actor, projects, workspaces);
  const filter = await resolveParents(db.reads, actor, asked);
  const { words } = filter;
  const byWords = words?.length
    ? await listByWords(db, { words, homes, filter, sort, order, page })
    : undefined;
  if (byWords) return { rows: await listTicketRowsById(db.reads, byWords.ids), total: byWords.total };
  const filtered = isFiltered(filter);
  const isLight = homes.ticketCount <= lightTicketsMax || (!filtered && lightSorts.includes(sort));
  const queries = isLight ? db.reads : db.workerReads;
  const guests = { ...homes, whole: [] };
  const total = filtered
    ? await countTicketRows(queries, homes, filter)
    : homes.ticketCount + (homes.guest.length > 0 ? await countTicketRows(queries, guests, filter) : 0);
  if (page.offset >= total) return { rows: [], total };
  return { rows: await listTicketRows(queries, homes, filter, sort, order, page), total };
}
