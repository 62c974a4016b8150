import type { Database } from '../platform/db/index.ts';
import type { Page } from '../platform/paging.ts';
import type { TicketCondition } from './search-condition.ts';
import type { TicketFilter } from './ticket-filter.ts';
import type { Homes, TicketSort } from './ticket-list-store.ts';

/** A page of tickets that hold all words. */
export interface WordListing {
  words: string[];
  homes: Homes;
  filter: TicketFilter;
  sort: TicketSort;
  order: 'asc' | 'desc';
  page: Page;
}

/** What an index knows of words. */
export interface WordIndex {
  /** The ids of the page, and how many tickets there are. Undefined where the tickets have to be read themselves. */
  listIds(db: Database, listing: WordListing): Promise<{ ids: string[]; total: number } | undefined>;
  /** That a ticket holds all words; undefined where so many do that each may as well be asked itself. */
  findCondition(db: Database, words: string[]): Promise<TicketCondition | undefined>;
}

let wordIndex: WordIndex | undefined;

/** The index lives in a room above this one, which brings it along; without it every ticket is read. */
export function useWordIndex(index: WordIndex): void {
  wordIndex = index;
}

export const listByWords: WordIndex['listIds'] = async (db, listing) => wordIndex?.listIds(db, listing);
export const findWordCondition: WordIndex['findCondition'] = async (db, words) =>
  wordIndex?.findCondition(db, words);
