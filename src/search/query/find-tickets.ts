import { workerJob } from '../../platform/db/index.ts';
import { findMisspelt } from './find-typo-matches.ts';
import { planSearch, type SearchPlan } from './plan-search.ts';
import { findAsTyped } from './rank-matches.ts';
import type { SearchScope, WordQuery } from './search-query.ts';
import { findByKey } from './ticket-search-store.ts';

interface Asked {
  wanted: WordQuery;
  looking: SearchScope;
  /** Where all of it may be the key of a ticket. */
  key: { projectKey: string; number: number } | undefined;
  limit: number;
  /** Where it was planned already. */
  planned?: { plan: SearchPlan | undefined } | undefined;
}

interface Found {
  ids: string[];
  total: number;
  /** What to look for in the texts: the words as typed, or what else they may have meant. */
  meant: string[];
}

/** The best tickets, and how many there are: as typed, or else as it may have been meant. */
export const findTickets = workerJob(
  import.meta.url,
  'findTickets',
  async (db, { wanted, looking, key, limit, planned }: Asked): Promise<Found> => {
    const { plan } = planned ?? { plan: await planSearch(db, wanted.words) };
    const asTyped = await findAsTyped(db, looking, wanted, plan, limit);
    const { hits, total, meant } =
      asTyped.total > 0
        ? { ...asTyped, meant: wanted.words }
        : await findMisspelt(db, looking, wanted, plan, limit);
    const exact = key && total > 0 ? await findByKey(db.workerReads, looking, key) : undefined;
    const ids = new Set([...(exact ? [exact.id] : []), ...hits.map(({ id }) => id)]);
    return { ids: [...ids].slice(0, limit), total, meant };
  },
);
