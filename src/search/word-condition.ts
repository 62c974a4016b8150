import type { Database } from '../platform/db/index.ts';
import { type FoundByWords, searchCondition, searchParams } from '../tickets/index.ts';
import type { DocSet } from './doc-set.ts';
import { indexOf } from './engine-index.ts';
import { countHolding, findNewestHolding } from './find-as-typed.ts';
import { findHolding } from './find-documents.ts';
import { planSearch } from './plan-search.ts';

// Where more tickets hold the words, most of those that are read for another reason do.
const namedHitsMax = 20_000;

/** What the index knows of the words, for the lists of tickets. */
export async function findWordCondition(db: Database, words: string[]): Promise<FoundByWords | undefined> {
  const plan = await planSearch(db, words);
  const holding = plan && (await findHolding(db, plan));
  if (!holding) return undefined;
  const { tail } = plan;
  const condition = holding.all.size <= namedHitsMax ? conditionFor(db, holding.all, words, tail) : undefined;
  return {
    condition,
    count: (homes) => countHolding(db, { homes, statuses: undefined }, holding, words, tail),
    findNewest: (homes, most) =>
      findNewestHolding(db, { homes, statuses: undefined }, holding, words, tail, most),
  };
}

function conditionFor(db: Database, docs: DocSet, words: string[], tail: string[]) {
  const { sql, params } = indexOf(db).numbers('foundDocs', docs);
  const indexed = `select d.ticket_id from ${sql} n join search_documents d on d.doc = n.value`;
  const holdsAll = words.map((_, i) => searchCondition(i)).join(' and ');
  const changed = `select t.id from tickets t where t.id in :tail[] and ${holdsAll}`;
  return {
    sql: `t.id in (${tail.length > 0 ? `${indexed} union all ${changed}` : indexed})`,
    params: { ...params, ...(tail.length > 0 && { tail, ...searchParams(words) }) },
  };
}
