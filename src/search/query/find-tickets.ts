import { workerJob } from '../../platform/db/index.ts';
import type { SortValues } from '../../platform/paging.ts';
import { findTypoMatches } from './find-typo-matches.ts';
import { readIndexMemory } from './index-memory.ts';
import { planSearch } from './plan-search.ts';
import { findExactMatches } from './rank-matches.ts';
import type { SearchScope, WordQuery } from './search-query.ts';
import {
  findTicketByKey,
  type Hit,
  type HitWindow,
  listTicketsByOriginalKey,
} from './ticket-search-store.ts';

interface FindTicketsInput {
  query: WordQuery;
  scope: SearchScope;
  /** Set if the whole text may be the key of a ticket. */
  key: { projectKey: string; number: number } | undefined;
  /** The whole text, case-folded: it may be the key that a ticket had before it was imported. */
  originalKey: string;
  window: HitWindow;
}

interface FoundTickets {
  ids: string[];
  total: number;
  /** Where the next page begins; undefined after the last page. */
  next: SortValues | undefined;
  /** The words to highlight in snippets: those typed or, if they have typos, the terms that matched them. */
  highlightWords: string[];
  /** The number of tickets left out because their texts are not indexed yet. */
  waiting: number;
}

/** The first number of a position: tickets found by their key come first, then those with the words in the title. */
const ranks = { pinned: 2, inTitle: 1, elsewhere: 0 };
/** Beyond this number of tickets with the same key in other products, tickets are found only if they contain it. */
const pinnedMax = 100;

/** Finds a page of tickets and their total. Typos are considered only if nothing contains the words as typed. */
export const findTickets = workerJob(
  import.meta.url,
  'findTickets',
  async (db, { query, scope, key, originalKey, window }: FindTicketsInput): Promise<FoundTickets> => {
    const { after } = window;
    const [plan, imported, withKey] = await Promise.all([
      planSearch(db, query.words),
      listTicketsByOriginalKey(db.workerReads, scope, originalKey, pinnedMax),
      key && findTicketByKey(db.workerReads, scope, key),
      // Ranking needs the version of the index, which is read only once.
      readIndexMemory(db),
    ]);
    const pinned = [...new Set([...(withKey ? [withKey.id] : []), ...imported])];
    const start = startAfter(after, pinned.length) ?? window.offset;
    const first = pinned
      .slice(start, start + window.limit)
      .map((id, i) => ({ id, position: [ranks.pinned, start + i, id] }));
    const ranked: HitWindow = {
      offset: Math.max(0, start - pinned.length),
      // Reads one more than the page has, to see whether another page follows.
      limit: window.limit - first.length + 1,
      after: after && after.inTitle < ranks.pinned ? after : undefined,
    };
    const exact = await findExactMatches(db, scope, query, plan, ranked, { pinned });
    const { hits, total, highlightWords } =
      exact.total > 0 || pinned.length > 0
        ? { ...exact, highlightWords: query.words }
        : await findTypoMatches(db, scope, query, plan, ranked);
    const others = hits.map(({ id, inTitle, updatedAt }) => ({ id, position: [inTitle, updatedAt, id] }));
    const page = [...first, ...others].slice(0, window.limit);
    const hasMore = first.length + others.length > window.limit || start + first.length < pinned.length;
    return {
      ids: page.map(({ id }) => id),
      total: total + pinned.length,
      next: hasMore ? page.at(-1)?.position : undefined,
      highlightWords,
      waiting: plan.lag.waiting,
    };
  },
);

/** How many tickets found by their key precede the page. After a ranked hit, all of them do. */
const startAfter = (after: Hit | undefined, pinned: number) =>
  after && (after.inTitle === ranks.pinned ? after.updatedAt + 1 : pinned);
