import type { WorkerContext } from '../../platform/db/index.ts';
import { findMatches, type Matches, rankFewMatches, restrictToScope } from './match-documents.ts';
import type { SearchPlan } from './plan-search.ts';
import { readPage } from './read-order.ts';
import type { SearchScope, WordQuery } from './search-query.ts';
import { type Hit, rankByTableScan } from './ticket-search-store.ts';

export interface RankedHits {
  hits: Hit[];
  total: number;
}

/** With more matches than this, walking the order of updates is faster than sorting the matches. */
export const sortedMatchesMax = 2_000;

/** The best tickets that contain all words as typed, and how many there are. */
export async function findExactMatches(
  db: WorkerContext,
  scope: SearchScope,
  query: WordQuery,
  plan: SearchPlan,
  limit: number,
  sortedMax = sortedMatchesMax,
): Promise<RankedHits> {
  if (query.words.length === 0) return { hits: [], total: 0 };
  const matches = await findMatches(db, plan, query);
  if (!matches) return withTotal(await rankByTableScan(db.workerReads, scope, query, { limit }));
  const indexed = await rankMatches(db, scope, matches, limit, sortedMax);
  const unindexed = await rankUnindexed(db, scope, query, plan.lag.ids, limit);
  return {
    hits: bestHits([...indexed.hits, ...unindexed.hits], limit),
    total: indexed.total + unindexed.total,
  };
}

/** The best of the indexed matches that the caller may see. */
export async function rankMatches(
  db: WorkerContext,
  scope: SearchScope,
  matches: Matches,
  limit: number,
  sortedMax = sortedMatchesMax,
): Promise<RankedHits> {
  if (matches.all.size <= sortedMax) return withTotal(await rankFewMatches(db, matches, scope, limit));
  await restrictToScope(db, matches, scope);
  const { all, inTitle } = matches;
  const newest = async (docs: typeof all, isInTitle: 0 | 1, max: number): Promise<Hit[]> => {
    const order = { sort: 'updatedAt', direction: 'desc' } as const;
    const selection = { docs, unindexed: [] };
    const { positions } = await readPage(db, order, selection, { offset: 0, limit: max }, { sortedMax });
    return positions.map(({ id, key }) => ({ id, updatedAt: key as number, inTitle: isInTitle }));
  };
  const titleHits = await newest(inTitle, 1, limit);
  const left = limit - titleHits.length;
  return {
    hits: [...titleHits, ...(left > 0 ? await newest(all.difference(inTitle), 0, left) : [])],
    total: all.size,
  };
}

const rankUnindexed = async (
  db: WorkerContext,
  scope: SearchScope,
  query: WordQuery,
  ids: string[],
  limit: number,
): Promise<RankedHits> =>
  ids.length > 0
    ? withTotal(await rankByTableScan(db.workerReads, scope, query, { among: ids, limit }))
    : { hits: [], total: 0 };

const withTotal = (hits: (Hit & { total: number })[]): RankedHits => ({ hits, total: hits[0]?.total ?? 0 });

/** Hits in the title come first, then newer ones. */
export const bestHits = (hits: Hit[], limit: number) =>
  hits
    .sort((a, b) => b.inTitle - a.inTitle || b.updatedAt - a.updatedAt || (a.id < b.id ? 1 : -1))
    .slice(0, limit);
