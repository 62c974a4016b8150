import type { Database } from '../platform/db/index.ts';
import { indexOf } from './engine-index.ts';
import type { Found } from './find-as-typed.ts';
import { indexTail } from './index-tickets.ts';
import { planWithTypos } from './plan-search.ts';
import { countDocuments, type Looking, rankDocuments } from './ticket-search-store.ts';

// Only what is indexed can be found by a misspelt word; this is usually all that is new.
const freshTicketsMax = 200;

/** The best tickets that hold words a letter or two away from those that were typed. */
export async function findMisspelt(
  db: Database,
  looking: Looking,
  words: string[],
  limit: number,
): Promise<Found & { meant: string[] }> {
  await indexTail(db, freshTicketsMax);
  const plan = await planWithTypos(db, words);
  if (!plan) return { hits: [], total: 0, meant: [] };
  const { heavyReads } = db;
  const total = await countDocuments(heavyReads, indexOf(db), looking, plan, 'ticket');
  const hits = await rankDocuments(heavyReads, indexOf(db), looking, plan, { place: 'ticket', limit });
  return { hits, total, meant: plan.meant };
}
