import { buildTicketQuery, type Homes } from '../../tickets/index.ts';
import type { Fragment } from '../indexing/index-dialect.ts';

/**
 * The input of a search. The worker thread that answers it imports only the types of this file, not the modules that
 * build the conditions: their knowledge about tickets is passed as SQL conditions on the ticket `t`.
 */
export interface WordQuery {
  /** Case-folded words. A ticket matches when it contains all of them. */
  words: string[];
  /** For each word, the condition that the ticket contains it. The words are bound as :word0, :word1 … */
  conditions: string[];
  /** The same conditions for statements that name the tickets they read. */
  conditionsOfFew: string[];
}

/** The tickets that the caller may see, limited to some statuses. */
export interface SearchScope {
  homes: Homes;
  statuses: string[] | undefined;
  /** The same as a condition on the ticket `t`. */
  condition: Fragment;
}

export function buildWordQuery(words: string[]): WordQuery {
  const { wordConditions, wordConditionsOfFew } = buildTicketQuery({ filter: { words } });
  return { words, conditions: wordConditions, conditionsOfFew: wordConditionsOfFew };
}

export const buildSearchScope = (homes: Homes, statuses: string[] | undefined): SearchScope => ({
  homes,
  statuses,
  condition: buildTicketQuery({ homes, filter: { status: statuses } }).condition,
});
