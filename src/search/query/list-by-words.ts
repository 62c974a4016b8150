import { likeParams, type WorkerContext, workerJob } from '../../platform/db/index.ts';
import type { Homes } from '../../tickets/index.ts';
import type { DocSet } from '../indexing/doc-set.ts';
import { dialectOf } from '../indexing/engine-dialect.ts';
import type { Fragment, IndexDialect } from '../indexing/index-dialect.ts';
import { facetListName } from '../indexing/posting-lists.ts';
import { isTruncatedSortKey } from '../indexing/terms.ts';
import { type DocumentOrder, docsOfChildren, docsSelectedBy, type SortedDocument } from './document-store.ts';
import { findMatches, listFirstDocuments, restrictDocSets } from './match-documents.ts';
import { planSearch } from './plan-search.ts';
import { readPostings } from './posting-store.ts';
import type { WordQuery } from './search-query.ts';
import { listExistingIds, listTicketPage, sortTickets } from './ticket-page-store.ts';

/** A page of a filtered list of tickets, both as SQL on the ticket `t` and as posting lists. */
interface WordListInput {
  query: WordQuery;
  homes: Homes;
  /** The condition of all filters except the words. */
  condition: Fragment;
  /** The same filters as posting lists: a document must be in one list of each facet … */
  facets: string[][];
  labels: string[] | undefined;
  groups: string[] | undefined;
  parents: string[] | undefined;
  /** … and must not be of a ticket that this subquery selects. */
  blocked: string | undefined;
  sort: ListOrder;
  offset: number;
  limit: number;
  sortedMax?: number;
}

interface ListOrder {
  /** The `order by` of the ticket `t`. */
  orderBy: string;
  /** The same order of documents … */
  documentOrder: DocumentOrder;
  /** … within each of these posting lists, one list after the other. */
  rankLists: string[] | undefined;
}

// With more matches than this, walking the documents in order is faster than sorting the matches.
const sortedMatchesMax = 1_000;
// With more matches than this, most tickets that another filter selects match too, and checking each is as fast.
const conditionMatchesMax = 20_000;

/** A page of the tickets that contain the words; undefined where the tickets table has to be scanned. */
export const listIdsByWords = workerJob(
  import.meta.url,
  'listIdsByWords',
  async (db, input: WordListInput): Promise<{ ids: string[]; total: number } | undefined> => {
    const { query, sortedMax = sortedMatchesMax } = input;
    const plan = await planSearch(db, query.words);
    const matches = plan && (await findMatches(db, plan, query));
    if (!matches) return undefined;
    const docs = matches.all.size > sortedMax ? await applyFilters(db, matches.all, input) : matches.all;
    const page =
      docs.size > sortedMax ? await walkToPage(db, docs, plan.unindexedIds, input, sortedMax) : undefined;
    return page ?? sortToPage(db, docs, plan.unindexedIds, input);
  },
);

/** The condition that a ticket contains the words, as the ids of those that do. */
export const buildWordCondition = workerJob(
  import.meta.url,
  'buildWordCondition',
  async (db, query: WordQuery): Promise<Fragment | undefined> => {
    const plan = await planSearch(db, query.words);
    const matches = plan && (await findMatches(db, plan, query));
    if (!matches || matches.all.size > conditionMatchesMax) return undefined;
    return isMatch(dialectOf(db), matches.all, plan.unindexedIds, query);
  },
);

function isMatch(dialect: IndexDialect, docs: DocSet, unindexedIds: string[], query: WordQuery): Fragment {
  const table = dialect.numbersTable('foundDocs', docs);
  const indexed = `select d.ticket_id from ${table.sql} n join search_documents d on d.doc = n.value`;
  if (unindexedIds.length === 0) return { sql: `t.id in (${indexed})`, params: table.params };
  const unindexed = isUnindexedMatch(unindexedIds, query);
  return {
    sql: `t.id in (${indexed} union all select t.id from tickets t where ${unindexed.sql})`,
    params: { ...table.params, ...unindexed.params },
  };
}

const isUnindexedMatch = (unindexedIds: string[], { words, conditions }: WordQuery): Fragment => ({
  sql: ['t.id in :unindexedIds[]', ...conditions].join(' and '),
  params: { unindexedIds, ...likeParams(words) },
});

async function applyFilters(db: WorkerContext, docs: DocSet, input: WordListInput): Promise<DocSet> {
  const { homes, facets, labels, groups, parents, blocked } = input;
  const { workerReads } = db;
  // Deleting a label or group records no event on its tickets, so their documents still have it.
  const existing = [
    labels && (await listExistingIds(workerReads, 'labels', labels)).map((id) => facetListName('label', id)),
    groups && (await listExistingIds(workerReads, 'groups', groups)).map((id) => facetListName('group', id)),
  ].filter((facet) => facet !== undefined);
  await restrictDocSets(db, [docs], homes, [...facets, ...existing]);
  if (parents) docs.intersectWith(await docsOfChildren(workerReads, parents));
  return blocked ? docs.difference(await docsSelectedBy(workerReads, blocked)) : docs;
}

function sortToPage(db: WorkerContext, docs: DocSet, unindexedIds: string[], input: WordListInput) {
  const { query, condition, sort, offset, limit } = input;
  const conditions = [isMatch(dialectOf(db), docs, unindexedIds, query), condition];
  return listTicketPage(db.workerReads, conditions, sort.orderBy, { offset, limit });
}

/** Undefined where documents are not enough to sort exactly. */
async function walkToPage(
  db: WorkerContext,
  docs: DocSet,
  unindexedIds: string[],
  { query, condition, sort, offset, limit }: WordListInput,
  sortedMax: number,
): Promise<{ ids: string[]; total: number } | undefined> {
  const end = offset + limit;
  const unindexed =
    unindexedIds.length > 0
      ? await sortTickets(db.workerReads, [isUnindexedMatch(unindexedIds, query), condition], sort.orderBy)
      : [];
  const total = docs.size + unindexed.length;
  if (offset >= total) return { ids: [], total };
  const first = await listFirstInOrder(db, docs, sort, end, sortedMax);
  if (sort.documentOrder.by === 'title' && first.some(({ sortKey }) => isTruncatedSortKey(String(sortKey))))
    return undefined;
  const ids = first.map(({ id }) => id);
  if (unindexed.length === 0) return { ids: ids.slice(offset), total };
  const isCandidate = { sql: 't.id in :candidateIds[]', params: { candidateIds: [...ids, ...unindexed] } };
  return { ids: (await sortTickets(db.workerReads, [isCandidate], sort.orderBy)).slice(offset, end), total };
}

async function listFirstInOrder(
  db: WorkerContext,
  docs: DocSet,
  { documentOrder, rankLists }: ListOrder,
  limit: number,
  sortedMax: number,
): Promise<SortedDocument[]> {
  if (!rankLists) return listFirstDocuments(db, docs, documentOrder, limit, sortedMax);
  const groups = rankLists.map((name) => [name]);
  const found: SortedDocument[] = [];
  for (const set of await readPostings(db.workerReads, dialectOf(db), groups)) {
    const left = limit - found.length;
    if (left > 0)
      found.push(...(await listFirstDocuments(db, set.intersectWith(docs), documentOrder, left, sortedMax)));
  }
  return found;
}
