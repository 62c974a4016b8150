import type { Database } from '../../platform/db/index.ts';
import type { Page, SortValues } from '../../platform/paging.ts';
import type { TicketFacet } from '../fields/ticket-filters.ts';
import type { Homes, TicketCondition, TicketFilter } from './ticket-filter.ts';
import type { TicketSort } from './ticket-query.ts';

/** A page of a list of tickets. */
export interface IndexedListing {
  homes: Homes;
  filter: TicketFilter;
  sort: TicketSort;
  order: 'asc' | 'desc';
  page: Page;
}

export interface IndexedPage {
  ids: string[];
  total: number;
  /** The sort values of the last ticket, if more follow. */
  next: SortValues | undefined;
  /** The number of tickets left out of a list with words because their texts are not indexed yet. */
  waiting: number;
}

/** The fields by which tickets are counted. A home is a project, or a workspace for tickets without a project. */
export type CountedFacet = Exclude<TicketFacet, 'project'> | 'home';

export interface FacetCounts {
  total: number;
  /** The number of tickets for each value of each facet. The empty value counts tickets without one. */
  by: Partial<Record<CountedFacet, Record<string, number>>>;
}

/** What ticket lists need from a search index. The search module, which imports this one, implements it. */
export interface TicketIndex {
  /** Returns undefined if the tickets table must be read. */
  listIds(db: Database, listing: IndexedListing): Promise<IndexedPage | undefined>;
  /** Returns undefined if the tickets table must be read. */
  countByFacets(
    db: Database,
    listing: Pick<IndexedListing, 'homes' | 'filter'>,
    by: readonly CountedFacet[],
  ): Promise<FacetCounts | undefined>;
  /** The condition that a ticket contains all words; undefined if so many do that checking each is as fast. */
  findCondition(db: Database, words: string[]): Promise<TicketCondition | undefined>;
}
