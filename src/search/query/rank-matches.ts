import type { WorkerContext } from '../../platform/db/index.ts';
import { DocSet } from '../indexing/doc-set.ts';
import { docsOfTickets } from './document-store.ts';
import { findMatches, type Matches, rankFewMatches, restrictToScope } from './match-documents.ts';
import type { SearchPlan } from './plan-search.ts';
import { readPage } from './read-order.ts';
import type { SearchScope, WordQuery } from './search-query.ts';
import { type Hit, type HitWindow, rankByTableScan } from './ticket-search-store.ts';

export interface RankedHits {
  hits: Hit[];
  total: number;
}

/** With more matches than this, walking the order of updates is faster than sorting the matches. */
export const sortedMatchesMax = 2_000;

/** Finds the tickets that contain all words as typed, without those in `pinned`, and counts them. */
export async function findExactMatches(
  db: WorkerContext,
  scope: SearchScope,
  query: WordQuery,
  plan: SearchPlan,
  window: HitWindow,
  { pinned = [], sortedMax = sortedMatchesMax }: { pinned?: string[]; sortedMax?: number } = {},
): Promise<RankedHits> {
  if (query.words.length === 0) return { hits: [], total: 0 };
  const matches = await findMatches(db, plan, query);
  if (!matches) return rankByTableScan(db.workerReads, scope, query, { ...window, without: pinned });
  const among = plan.lag.ids.filter((id) => !pinned.includes(id));
  const whole = { offset: 0, limit: among.length };
  const unindexed =
    among.length > 0 ? (await rankByTableScan(db.workerReads, scope, query, { among, ...whole })).hits : [];
  const excluded = pinned.length > 0 ? await docsOfTickets(db.workerReads, pinned) : new DocSet();
  const others = {
    all: matches.all.difference(excluded),
    inTitle: matches.inTitle.difference(excluded),
  };
  return rankMatches(db, scope, others, unindexed, window, sortedMax);
}

/** Ranks a part of the indexed matches that the caller may see, together with hits that are not indexed. */
export async function rankMatches(
  db: WorkerContext,
  scope: SearchScope,
  matches: Matches,
  unindexed: Hit[],
  window: HitWindow,
  sortedMax = sortedMatchesMax,
): Promise<RankedHits> {
  if (matches.all.size <= sortedMax) {
    const needed = window.after ? matches.all.size : window.offset + window.limit;
    const ranked = await rankFewMatches(db, matches, scope, needed);
    const hits = [...ranked, ...unindexed].sort(compareHits);
    return { hits: sliceHits(hits, window), total: (ranked[0]?.total ?? 0) + unindexed.length };
  }
  await restrictToScope(db, matches, scope);
  const { all, inTitle } = matches;
  const hits: Hit[] = [];
  let { offset } = window;
  for (const rank of [1, 0]) {
    const after = window.after?.inTitle === rank ? toPosition(window.after) : undefined;
    const limit = window.limit - hits.length;
    if (limit <= 0 || (window.after && rank > window.after.inTitle)) continue;
    const selection = {
      docs: rank === 1 ? inTitle : all.difference(inTitle),
      unindexed: unindexed
        .filter((hit) => hit.inTitle === rank)
        .sort(compareHits)
        .reverse()
        .map(toPosition),
    };
    const order = { sort: 'updatedAt', direction: 'desc' } as const;
    const { positions, total } = await readPage(
      db,
      order,
      selection,
      { offset, limit, after },
      { sortedMax },
    );
    offset = Math.max(0, offset - total);
    hits.push(...positions.map(({ id, key }) => ({ id, updatedAt: key as number, inTitle: rank })));
  }
  return { hits, total: all.size + unindexed.length };
}

const toPosition = ({ id, updatedAt }: Hit) => ({ id, key: updatedAt });

/** Hits in the title come first, then newer ones. */
const compareHits = (a: Hit, b: Hit) =>
  b.inTitle - a.inTitle || b.updatedAt - a.updatedAt || (a.id === b.id ? 0 : a.id < b.id ? 1 : -1);

function sliceHits(sorted: Hit[], { offset, limit, after }: HitWindow): Hit[] {
  const following = after ? sorted.filter((hit) => compareHits(after, hit) < 0) : sorted;
  return following.slice(offset, offset + limit);
}
