import type { Database } from '../platform/db/index.ts';
import { DocSet } from './doc-set.ts';
import { findHolding, type Holding, listNewest, rankFew, seenBy } from './find-documents.ts';
import type { SearchPlan } from './plan-search.ts';
import { type Hit, type Looking, rankByReading } from './ticket-search-store.ts';

export interface Found {
  hits: Hit[];
  total: number;
}

// Reading more hits than this costs more than meeting the newest of them on the way.
const readHitsMax = 2_000;

/** The best tickets that hold all words as they were typed, and how many there are. */
export async function findAsTyped(
  db: Database,
  looking: Looking,
  words: string[],
  plan: SearchPlan | undefined,
  limit: number,
  readMax = readHitsMax,
): Promise<Found> {
  if (words.length === 0) return { hits: [], total: 0 };
  const holding = plan && (await findHolding(db, plan));
  if (!holding) return ranked(await rankByReading(db.heavyReads, looking, words, { limit }));
  const [indexed, changed] = await Promise.all([
    rankHolding(db, looking, holding, limit, readMax),
    readChanged(db, looking, words, plan.tail, limit),
  ]);
  return { hits: best([...indexed.hits, ...changed.hits], limit), total: indexed.total + changed.total };
}

/** Only how many there are. */
export async function countHolding(
  db: Database,
  looking: Looking,
  holding: Holding,
  words: string[],
  tail: string[],
): Promise<number> {
  const [{ all }, changed] = await Promise.all([
    seenBy(db, holding, looking),
    readChanged(db, looking, words, tail, 1),
  ]);
  return all.size + changed.total;
}

/** The ids of the newest, wherever they hold the words, and how many there are. */
export async function findNewestHolding(
  db: Database,
  looking: Looking,
  holding: Holding,
  words: string[],
  tail: string[],
  most: number,
): Promise<{ ids: string[]; total: number }> {
  const anywhere = { all: holding.all, titled: new DocSet() };
  const [indexed, changed] = await Promise.all([
    rankHolding(db, looking, anywhere, most),
    readChanged(db, looking, words, tail, tail.length),
  ]);
  const hits = [...indexed.hits, ...changed.hits].map((hit) => ({ ...hit, inTitle: 0 }));
  return { ids: best(hits, most).map(({ id }) => id), total: indexed.total + changed.total };
}

/** The best of what the index knows. */
export async function rankHolding(
  db: Database,
  looking: Looking,
  holding: Holding,
  limit: number,
  readMax = readHitsMax,
): Promise<Found> {
  if (holding.all.size <= readMax) return ranked(await rankFew(db, holding, looking, limit));
  const { all, titled } = await seenBy(db, holding, looking);
  const newest = async (docs: typeof all, inTitle: 0 | 1, most: number): Promise<Hit[]> => {
    const rows = await listNewest(db, docs, most, readMax);
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
  db: Database,
  looking: Looking,
  words: string[],
  tail: string[],
  limit: number,
): Promise<Found> =>
  tail.length > 0
    ? ranked(await rankByReading(db.heavyReads, looking, words, { among: tail, limit }))
    : { hits: [], total: 0 };

const ranked = (hits: (Hit & { total: number })[]): Found => ({ hits, total: hits[0]?.total ?? 0 });

/** In the title before elsewhere, then newer first. */
export const best = (hits: Hit[], limit: number) =>
  hits
    .sort((a, b) => b.inTitle - a.inTitle || b.updatedAt - a.updatedAt || (a.id < b.id ? 1 : -1))
    .slice(0, limit);
