import type { Database } from '../platform/db/index.ts';
import type { FoundByWords } from '../tickets/index.ts';
import { indexOf } from './engine-index.ts';
import { countByPlan } from './find-as-typed.ts';
import { planSearch } from './plan-search.ts';
import { idsOf, seesAllHomes } from './ticket-search-store.ts';

/** What the index knows of the words, for the lists of tickets. */
export async function findWordCondition(db: Database, words: string[]): Promise<FoundByWords | undefined> {
  const plan = await planSearch(db, words);
  if (!plan) return undefined;
  const { sql, params } = idsOf(indexOf(db), plan);
  return {
    sql: `t.id in (${sql})`,
    params,
    hitsMax: indexOf(db).listedHitsMax,
    count: async (homes) => {
      const seesAll = await seesAllHomes(db.heavyReads, homes);
      return countByPlan(db, { homes, seesAll, statuses: undefined }, plan);
    },
  };
}
