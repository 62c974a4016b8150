import type { Database } from '../platform/db/index.ts';
import { indexOf } from './engine-index.ts';
import { planSearch, type SearchPlan } from './plan-search.ts';
import {
  countDocuments,
  type Hit,
  type Looking,
  listByReading,
  listNewestDocuments,
  rankByReading,
  rankDocuments,
} from './ticket-search-store.ts';

export interface Found {
  hits: Hit[];
  total: number;
}

// Sorting more hits than this costs more than meeting the newest of them on the way.
const sortedHitsMax = 5_000;

/** The best tickets that hold all words as they were typed, and how many there are. */
export async function findAsTyped(
  db: Database,
  looking: Looking,
  words: string[],
  limit: number,
  sortedMax = sortedHitsMax,
): Promise<Found> {
  if (words.length === 0) return { hits: [], total: 0 };
  const plan = await planSearch(db, words);
  if (plan) return runPlan(db, looking, plan, limit, sortedMax);
  const hits = await rankByReading(db.heavyReads, looking, words, { limit });
  return { hits, total: hits[0]?.total ?? 0 };
}

/** Only how many there are. */
export async function countByPlan(db: Database, looking: Looking, plan: SearchPlan): Promise<number> {
  const { words, groups, tail } = plan;
  const among = { among: tail, limit: 1 };
  const changed = tail.length > 0 ? await rankByReading(db.heavyReads, looking, words, among) : [];
  const indexed = groups ? await countDocuments(db.heavyReads, indexOf(db), looking, plan, 'ticket') : 0;
  return indexed + (changed[0]?.total ?? 0);
}

/** What the index knows, and what changed since. */
async function runPlan(
  db: Database,
  looking: Looking,
  plan: SearchPlan,
  limit: number,
  sortedMax: number,
): Promise<Found> {
  const { words, groups, tail } = plan;
  const queries = db.heavyReads;
  const index = indexOf(db);
  const changed = tail.length > 0 ? await rankByReading(queries, looking, words, { among: tail, limit }) : [];
  const indexed = groups ? await countDocuments(queries, index, looking, plan, 'ticket') : 0;
  const total = indexed + (changed[0]?.total ?? 0);
  const rank = (place: 'ticket' | 'title') => rankDocuments(queries, index, looking, plan, { place, limit });
  if (indexed === 0) return { hits: changed, total };
  if (indexed <= sortedMax) return { hits: best([...(await rank('ticket')), ...changed], limit), total };

  // Thousands hold the words: those with them in the title first, then the newest of the others.
  const newest = (inTitle: boolean, except: string[], most: number): Promise<Hit[]> => {
    const { holdsOne } = index;
    if (!holdsOne) return listByReading(queries, looking, words, { inTitle, except, limit: most });
    const place = inTitle ? 'title' : 'ticket';
    const others = changed.filter((hit) => isTitled(hit) === inTitle);
    return listNewestDocuments(queries, { holdsOne }, looking, plan, { place, except, limit: most }).then(
      (hits) => best([...hits, ...others], most),
    );
  };
  const inTitles = await countDocuments(queries, index, looking, plan, 'title');
  const titled =
    inTitles > sortedMax
      ? await newest(true, [], limit)
      : best([...(inTitles > 0 ? await rank('title') : []), ...changed.filter(isTitled)], limit);
  const places = limit - titled.length;
  const except = titled.map(({ id }) => id);
  return { hits: [...titled, ...(places > 0 ? await newest(false, except, places) : [])], total };
}

const isTitled = ({ inTitle }: Hit) => inTitle === 1;

const best = (hits: Hit[], limit: number) =>
  hits
    .sort((a, b) => b.inTitle - a.inTitle || b.updatedAt - a.updatedAt || (a.id < b.id ? 1 : -1))
    .slice(0, limit);
