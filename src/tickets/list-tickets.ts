import type { ListedRows, Page } from '../platform/paging.ts';
import type { Scope } from '../users/index.ts';
import { resolveParents } from './resolve-parents.ts';
import { isFiltered, type TicketFilter } from './ticket-filter.ts';
import { countTicketRows, itemSelect, selectTicketPage, selectTicketsById } from './ticket-list-store.ts';
import type { TicketSort } from './ticket-query.ts';
import { rowSelect, type TicketSelect } from './ticket-row-store.ts';
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

/** A page of items. */
export const listTickets = (scope: Scope, listing: TicketListing, page: Page, wordIndex?: WordIndex) =>
  listAs(scope, itemSelect, listing, page, wordIndex);

/** The same page as compact rows. */
export const listTicketsAsRows = (scope: Scope, listing: TicketListing, page: Page, wordIndex?: WordIndex) =>
  listAs(scope, rowSelect, listing, page, wordIndex);

/** Only a filter with words uses the word index; without one it scans the tickets. */
async function listAs<Row extends { id: string }>(
  { db, actor }: Scope,
  select: TicketSelect<Row>,
  { projects, workspaces, filter: requested, sort, order }: TicketListing,
  page: Page,
  wordIndex?: WordIndex,
): Promise<ListedRows<Row>> {
  const homes = await findVisibleHomes(db.reads, actor, projects, workspaces);
  let filter = await resolveParents(db.reads, actor, requested);
  const words = filter.words?.length ? filter.words : undefined;
  if (words && (sort === 'rank' || sort === 'dueDate' || filter.ranges || filter.overdueAt !== undefined)) {
    filter = { ...filter, found: await wordIndex?.findCondition(db, words) };
  } else if (words && sort !== 'rank' && sort !== 'dueDate') {
    const byWords = await wordIndex?.listIds(db, { words, homes, filter, sort, order, page });
    if (byWords)
      return {
        rows: await selectTicketsById(db.reads, select, byWords.ids),
        total: byWords.total,
        next: undefined,
      };
  }
  const filtered = isFiltered(filter);
  const isQuick = homes.ticketCount <= mainThreadTicketsMax || (!filtered && indexedSorts.includes(sort));
  const queries = isQuick ? db.reads : db.workerReads;
  const guests = { ...homes, whole: [] };
  const total = filtered
    ? await countTicketRows(queries, homes, filter)
    : homes.ticketCount + (homes.guest.length > 0 ? await countTicketRows(queries, guests, filter) : 0);
  if (page.offset >= total) return { rows: [], total, next: undefined };
  const rows = await selectTicketPage(queries, select, homes, filter, sort, order, page);
  return { rows, total, next: undefined };
}
