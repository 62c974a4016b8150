import type { Database } from '../platform/db/index.ts';
import type { Page } from '../platform/paging.ts';
import type { Homes, TicketCondition, TicketFilter } from './ticket-filter.ts';
import type { TicketSort } from './ticket-query.ts';

/** A page of the tickets that contain all words. */
export interface WordListing {
  words: string[];
  homes: Homes;
  filter: TicketFilter;
  /** The index stores neither ranks nor due dates. */
  sort: Exclude<TicketSort, 'rank' | 'dueDate'>;
  order: 'asc' | 'desc';
  page: Page;
}

/** What lists of tickets need of a search index. The search module, which imports this one, implements it. */
export interface WordIndex {
  /** The ids of the page, and the total; undefined where the tickets table has to be scanned. */
  listIds(db: Database, listing: WordListing): Promise<{ ids: string[]; total: number } | undefined>;
  /** The condition that a ticket contains all words; undefined where so many do that checking each is as fast. */
  findCondition(db: Database, words: string[]): Promise<TicketCondition | undefined>;
}
