import { likeEach, type WorkerContext, workerJob } from '../../platform/db/index.ts';
import type { Homes } from '../../tickets/index.ts';
import type { DocSet } from '../indexing/doc-set.ts';
import { indexOf } from '../indexing/engine-dialect.ts';
import type { Fragment, SearchIndex } from '../indexing/index-dialect.ts';
import { facetListName } from '../indexing/posting-lists.ts';
import { isOnlyStart } from '../indexing/terms.ts';
import {
  type DocumentOrder,
  docsNamedBy,
  docsOfChildren,
  type PlacedDocument,
  readLists,
} from './document-store.ts';
import { findHolding, listFirst, narrow } from './match-documents.ts';
import { planSearch } from './plan-search.ts';
import type { WordQuery } from './search-query.ts';
import { listLiving, pageOfTickets, sortTickets } from './ticket-page-store.ts';

interface Asked {
  wanted: WordQuery;
  homes: Homes;
  /** That a list shows the ticket `t`, whatever words it holds. */
  listed: Fragment;
  /** The same in lists of documents: it stands in one of each group, … */
  facets: string[][];
  labels: string[] | undefined;
  groups: string[] | undefined;
  parents: string[] | undefined;
  /** … and is none of the tickets that this query names. */
  blocked: string | undefined;
  sort: Sorting;
  offset: number;
  limit: number;
  readMax?: number;
}

interface Sorting {
  /** Of the ticket `t`. */
  ordered: string;
  /** The same of documents: along what, … */
  along: DocumentOrder;
  /** … after which of these lists they stand in, the first first. */
  ranks: string[] | undefined;
}

// Reading more hits than this costs more than meeting the first of them on the way.
const readHitsMax = 1_000;
// Where more tickets hold the words, most of those that are read for another reason do.
const namedHitsMax = 20_000;

/** A page of the tickets that hold the words; undefined where the tickets have to be read through. */
export const listHolding = workerJob(
  import.meta.url,
  'listHolding',
  async (db, asked: Asked): Promise<{ ids: string[]; total: number } | undefined> => {
    const { wanted, readMax = readHitsMax } = asked;
    const plan = await planSearch(db, wanted.words);
    const holding = plan && (await findHolding(db, plan, wanted));
    if (!holding) return undefined;
    const docs = holding.all.size > readMax ? await narrowTo(db, holding.all, asked) : holding.all;
    const many = docs.size > readMax ? await listMany(db, docs, plan.tail, asked, readMax) : undefined;
    return many ?? listFew(db, docs, plan.tail, asked);
  },
);

/** That a ticket holds the words, as a condition that names those that do. */
export const findNamed = workerJob(
  import.meta.url,
  'findNamed',
  async (db, wanted: WordQuery): Promise<Fragment | undefined> => {
    const plan = await planSearch(db, wanted.words);
    const holding = plan && (await findHolding(db, plan, wanted));
    if (!holding || holding.all.size > namedHitsMax) return undefined;
    return isNamed(indexOf(db), holding.all, plan.tail, wanted);
  },
);

function isNamed(index: SearchIndex, docs: DocSet, tail: string[], wanted: WordQuery): Fragment {
  const given = index.numbers('foundDocs', docs);
  const indexed = `select d.ticket_id from ${given.sql} n join search_documents d on d.doc = n.value`;
  if (tail.length === 0) return { sql: `t.id in (${indexed})`, params: given.params };
  const changed = changedHolding(tail, wanted);
  return {
    sql: `t.id in (${indexed} union all select t.id from tickets t where ${changed.sql})`,
    params: { ...given.params, ...changed.params },
  };
}

/** That a ticket is one of those that the index does not know yet, and holds the words. */
const changedHolding = (tail: string[], { words, conditions }: WordQuery): Fragment => ({
  sql: ['t.id in :tail[]', ...conditions].join(' and '),
  params: { tail, ...likeEach(words) },
});

async function narrowTo(db: WorkerContext, all: DocSet, asked: Asked): Promise<DocSet> {
  const { homes, facets, labels, groups, parents, blocked } = asked;
  // What was deleted since leaves no event on the tickets that had it.
  const living = [
    labels && (await listLiving(db.workerReads, 'labels', labels)).map((id) => facetListName('label', id)),
    groups && (await listLiving(db.workerReads, 'groups', groups)).map((id) => facetListName('group', id)),
  ].filter((group) => group !== undefined);
  await narrow(db, [all], homes, [...facets, ...living]);
  if (parents) all.keepOnly(await docsOfChildren(db.workerReads, parents));
  return blocked ? all.without(await docsNamedBy(db.workerReads, blocked)) : all;
}

function listFew(db: WorkerContext, docs: DocSet, tail: string[], asked: Asked) {
  const { wanted, listed, sort, offset, limit } = asked;
  const named = isNamed(indexOf(db), docs, tail, wanted);
  return pageOfTickets(db.workerReads, [named, listed], sort.ordered, { offset, limit });
}

/** Undefined where it would not be exact. */
async function listMany(
  db: WorkerContext,
  docs: DocSet,
  tail: string[],
  { wanted, listed, sort, offset, limit }: Asked,
  readMax: number,
): Promise<{ ids: string[]; total: number } | undefined> {
  const window = offset + limit;
  const changed =
    tail.length > 0
      ? await sortTickets(db.workerReads, [changedHolding(tail, wanted), listed], sort.ordered)
      : [];
  const total = docs.size + changed.length;
  if (offset >= total) return { ids: [], total };
  const first = await firstOf(db, docs, sort, window, readMax);
  // Titles are known up to a length.
  if (sort.along.by === 'title' && first.some(({ at }) => isOnlyStart(String(at)))) return undefined;
  const ids = first.map(({ id }) => id);
  if (changed.length === 0) return { ids: ids.slice(offset), total };
  const named = { sql: 't.id in :firstIds[]', params: { firstIds: [...ids, ...changed] } };
  return { ids: (await sortTickets(db.workerReads, [named], sort.ordered)).slice(offset, window), total };
}

async function firstOf(
  db: WorkerContext,
  docs: DocSet,
  { along, ranks }: Sorting,
  window: number,
  readMax: number,
): Promise<PlacedDocument[]> {
  if (!ranks) return listFirst(db, docs, along, window, readMax);
  const groups = ranks.map((name) => [name]);
  const found: PlacedDocument[] = [];
  for (const set of await readLists(db.workerReads, indexOf(db), groups)) {
    const left = window - found.length;
    if (left > 0) found.push(...(await listFirst(db, set.keepOnly(docs), along, left, readMax)));
  }
  return found;
}
