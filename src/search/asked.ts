import type { Homes } from '../tickets/index.ts';
import type { Fragment } from './search-index.ts';

/**
 * What a search is told. It runs where heavy reads run and loads no other room there, so what other rooms say about
 * tickets comes along as conditions on the ticket `t`.
 */
export interface Wanted {
  /** Folded words, all of which a ticket must hold. */
  words: string[];
  /** For each of them that the ticket holds it, the word being bound as :word0, :word1 … */
  holds: string[];
}

/** Who looks, and among what. */
export interface Looking {
  homes: Homes;
  statuses: string[] | undefined;
  /** The same of a ticket. */
  seen: Fragment;
}
