import type { Database } from '../platform/db/index.ts';
import type { Page, SortValues } from '../platform/paging.ts';
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
  /** The sort values of the last ticket, if more follow it. */
  next: SortValues | undefined;
  /** How many tickets were left out of a list with words, because their texts are not indexed yet. */
  waiting: number;
}

/** What lists of tickets need of a search index. The search module, which imports this one, implements it. */
export interface WordIndex {
  /** Undefined where the tickets table has to be read. */
  listIds(db: Database, listing: IndexedListing): Promise<IndexedPage | undefined>;
  /** The condition that a ticket contains all words; undefined where so many do that checking each is as fast. */
  findCondition(db: Database, words: string[]): Promise<TicketCondition | undefined>;
}
