import type { WorkerContext } from '../../platform/db/index.ts';
import { findHolding, type Holding, listFirst, rankFew, seenBy } from './match-documents.ts';
import type { SearchPlan } from './plan-search.ts';
import type { SearchScope, WordQuery } from './search-query.ts';
import { type Hit, rankByReading } from './ticket-search-store.ts';

export interface Found {
  hits: Hit[];
  total: number;
}

// Reading more hits than this costs more than meeting the newest of them on the way.
const readHitsMax = 2_000;

/** The best tickets that hold all words as they were typed, and how many there are. */
export async function findAsTyped(
  db: WorkerContext,
  looking: SearchScope,
  wanted: WordQuery,
  plan: SearchPlan | undefined,
  limit: number,
  readMax = readHitsMax,
): Promise<Found> {
  if (wanted.words.length === 0) return { hits: [], total: 0 };
  const holding = plan && (await findHolding(db, plan, wanted));
  if (!holding) return ranked(await rankByReading(db.workerReads, looking, wanted, { limit }));
  const [indexed, changed] = await Promise.all([
    rankHolding(db, looking, holding, limit, readMax),
    readChanged(db, looking, wanted, plan.tail, limit),
  ]);
  return { hits: best([...indexed.hits, ...changed.hits], limit), total: indexed.total + changed.total };
}

/** The best of what the index knows. */
export async function rankHolding(
  db: WorkerContext,
  looking: SearchScope,
  holding: Holding,
  limit: number,
  readMax = readHitsMax,
): Promise<Found> {
  if (holding.all.size <= readMax) return ranked(await rankFew(db, holding, looking, limit));
  const { all, titled } = await seenBy(db, holding, looking);
  const newest = async (docs: typeof all, inTitle: 0 | 1, most: number): Promise<Hit[]> => {
    const rows = await listFirst(db, docs, { by: 'updatedAt', direction: 'desc' }, most, readMax);
    return rows.map(({ id, updatedAt }) => ({ id, updatedAt, inTitle }));
  };
  const first = await newest(titled, 1, limit);
  const places = limit - first.length;
  return {
    hits: [...first, ...(places > 0 ? await newest(all.without(titled), 0, places) : [])],
    total: all.size,
  };
}

/** What the index does not know yet. */
const readChanged = async (
  db: WorkerContext,
  looking: SearchScope,
  wanted: WordQuery,
  tail: string[],
  limit: number,
): Promise<Found> =>
  tail.length > 0
    ? ranked(await rankByReading(db.workerReads, looking, wanted, { among: tail, limit }))
    : { hits: [], total: 0 };

const ranked = (hits: (Hit & { total: number })[]): Found => ({ hits, total: hits[0]?.total ?? 0 });

/** In the title before elsewhere, then newer first. */
export const best = (hits: Hit[], limit: number) =>
  hits
    .sort((a, b) => b.inTitle - a.inTitle || b.updatedAt - a.updatedAt || (a.id < b.id ? 1 : -1))
    .slice(0, limit);
