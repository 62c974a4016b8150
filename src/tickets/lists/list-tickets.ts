import { invalidCursor } from '../../platform/cursor.ts';
import type { Queries } from '../../platform/db/index.ts';
import type { ListedRows, Page } from '../../platform/paging.ts';
import type { Scope } from '../../users/index.ts';
import { rowSelect, type TicketSelect } from '../fields/ticket-row-store.ts';
import { resolveParents } from '../resolve-parents.ts';
import { asksForWords, isFiltered, isQuickToCheck, type TicketFilter } from './ticket-filter.ts';
import type { TicketIndex } from './ticket-index.ts';
import {
  countTicketRows,
  itemSelect,
  selectMatchingIds,
  selectTicketPage,
  selectTicketsById,
} from './ticket-list-store.ts';
import { areSortValues, type SortedRow, sortValue, type TicketSort } from './ticket-query.ts';
import { findVisibleHomes, haveFewTickets, type VisibleHomes } from './visible-homes.ts';

export interface TicketListing {
  projects?: string[] | undefined;
  workspaces?: string[] | undefined;
  filter: TicketFilter;
  sort: TicketSort;
  order: 'asc' | 'desc';
}

/** Unfiltered lists in these orders are read along a database index: a page up to this depth takes about 1 ms. */
const databaseIndexSorts: TicketSort[] = ['updatedAt', 'createdAt'];
const mainThreadOffsetMax = 500;

/** Lists a page of items. */
export const listTickets = (scope: Scope, listing: TicketListing, page: Page, ticketIndex?: TicketIndex) =>
  listAs(scope, itemSelect, listing, page, ticketIndex);

/** Lists the same page as compact rows. */
export const listTicketsAsRows = (
  scope: Scope,
  listing: TicketListing,
  page: Page,
  ticketIndex?: TicketIndex,
) => listAs(scope, rowSelect, listing, page, ticketIndex);

/** Filters the ids of tickets that a list of the actor has now. The search index may not know them yet. */
export async function filterMatching(
  { db, actor }: Scope,
  { projects, workspaces, filter: requested }: TicketListing,
  ids: string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const homes = await findVisibleHomes(db.reads, actor, projects, workspaces);
  const filter = await resolveParents(db.reads, actor, requested);
  return new Set(await selectMatchingIds(db.reads, homes, filter, ids));
}

/** A page, and the number of tickets that a list with words leaves out because their texts are not indexed yet. */
type TicketPage<Row> = ListedRows<Row> & { waiting: number };

/** Reads the tickets table if there is no index, or while the index is far behind. */
async function listAs<Row extends SortedRow>(
  { db, actor }: Scope,
  select: TicketSelect<Row>,
  { projects, workspaces, filter: requested, sort, order }: TicketListing,
  page: Page,
  ticketIndex?: TicketIndex,
): Promise<TicketPage<Row>> {
  if (page.after && !areSortValues(sort, page.after)) throw invalidCursor();
  const homes = await findVisibleHomes(db.reads, actor, projects, workspaces);
  const filter = await resolveParents(db.reads, actor, requested);
  const isQuick = isQuickToRead(homes, filter, sort, page);
  const indexed =
    isQuick && !asksForWords(filter)
      ? undefined
      : await ticketIndex?.listIds(db, { homes, filter, sort, order, page });
  if (indexed) {
    const { ids, total, next, waiting } = indexed;
    return { rows: await selectTicketsById(db.reads, select, ids), total, next, waiting };
  }
  const queries = isQuick ? db.reads : db.workerReads;
  const total = isFiltered(filter)
    ? await countTicketRows(queries, homes, filter)
    : homes.ticketCount + (await countGuestTickets(queries, homes));
  if (page.offset >= total) return { rows: [], total, next: undefined, waiting: 0 };
  // Reads one row more than the page has, to see whether another page follows.
  const longer = { ...page, limit: page.limit + 1 };
  const read = await selectTicketPage(queries, select, homes, filter, sort, order, longer);
  const rows = read.slice(0, page.limit);
  const last = read.length > page.limit ? rows.at(-1) : undefined;
  return { rows, total, next: last && [sortValue(sort, last), last.id], waiting: 0 };
}

/** True if the tickets table answers in about 1 ms. */
function isQuickToRead(
  homes: VisibleHomes,
  filter: TicketFilter,
  sort: TicketSort,
  { offset }: Page,
): boolean {
  if (homes.guest.length > 0 || !isQuickToCheck(filter)) return false;
  if (haveFewTickets(homes)) return true;
  return !isFiltered(filter) && databaseIndexSorts.includes(sort) && offset <= mainThreadOffsetMax;
}

const countGuestTickets = async (queries: Queries, homes: VisibleHomes) =>
  homes.guest.length > 0 ? countTicketRows(queries, { ...homes, whole: [] }, {}) : 0;
