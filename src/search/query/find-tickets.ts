import { workerJob } from '../../platform/db/index.ts';
import { findTypoMatches } from './find-typo-matches.ts';
import { memoryOf } from './index-memory.ts';
import { planSearch } from './plan-search.ts';
import { findExactMatches } from './rank-matches.ts';
import type { SearchScope, WordQuery } from './search-query.ts';
import { findTicketByKey, listTicketsByOriginalKey } from './ticket-search-store.ts';

interface FindTicketsInput {
  query: WordQuery;
  scope: SearchScope;
  /** Set where the whole text may be the key of a ticket. */
  key: { projectKey: string; number: number } | undefined;
  /** The whole text, case-folded: perhaps the key that a ticket had before it was imported. */
  originalKey: string;
  limit: number;
}

interface FoundTickets {
  ids: string[];
  total: number;
  /** The words to highlight in snippets: those typed or, after typos, the terms that matched them. */
  highlightWords: string[];
  /** How many tickets were left out, because their texts are not indexed yet. */
  waiting: number;
}

/** The best tickets and how many there are. Typos are considered only where nothing contains the words as typed. */
export const findTickets = workerJob(
  import.meta.url,
  'findTickets',
  async (db, { query, scope, key, originalKey, limit }: FindTicketsInput): Promise<FoundTickets> => {
    const [plan, imported] = await Promise.all([
      planSearch(db, query.words),
      listTicketsByOriginalKey(db.workerReads, scope, originalKey, limit),
      // Ranking needs its version, which is read only once.
      memoryOf(db),
    ]);
    const exact = await findExactMatches(db, scope, query, plan, limit);
    const { hits, total, highlightWords } =
      exact.total > 0 || imported.length > 0
        ? { ...exact, highlightWords: query.words }
        : await findTypoMatches(db, scope, query, plan, limit);
    const withKey = key && total > 0 ? await findTicketByKey(db.workerReads, scope, key) : undefined;
    const found = hits.map(({ id }) => id);
    const ids = new Set([...(withKey ? [withKey.id] : []), ...imported, ...found]);
    const unseen = total > found.length ? 0 : imported.filter((id) => !found.includes(id)).length;
    return {
      ids: [...ids].slice(0, limit),
      total: total + unseen,
      highlightWords,
      waiting: plan.lag.waiting,
    };
  },
);
