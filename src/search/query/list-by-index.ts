import { likeParams, type WorkerContext, workerJob } from '../../platform/db/index.ts';
import type { Homes, IndexedPage } from '../../tickets/index.ts';
import { DocSet } from '../indexing/doc-set.ts';
import { dialectOf } from '../indexing/engine-dialect.ts';
import type { Fragment } from '../indexing/index-dialect.ts';
import { facetListName } from '../indexing/posting-lists.ts';
import { comparePositions, type SortOrder } from '../indexing/sort-orders.ts';
import { docsOfChildren, docsSelectedBy } from './document-store.ts';
import { readDocumentLag } from './index-lag.ts';
import { findMatches, readRestrictions } from './match-documents.ts';
import { planSearch, type SearchLimits } from './plan-search.ts';
import {
  docsByRange,
  type KeyRange,
  type Order,
  readPage,
  type Selection,
  type Window,
} from './read-order.ts';
import type { WordQuery } from './search-query.ts';
import { listExistingIds, listTicketPositions } from './ticket-page-store.ts';

/** Which tickets, both as SQL on the ticket `t` and as posting lists. */
export interface TicketSelection {
  /** Undefined for a list without words. */
  query: WordQuery | undefined;
  homes: Homes;
  /** The condition of all filters except the words. */
  condition: Fragment;
  /** The same filters as posting lists: a document must be in one list of each facet … */
  facets: string[][];
  labels: string[] | undefined;
  groups: string[] | undefined;
  parents: string[] | undefined;
  /** … with a key in each range … */
  ranges: KeyRange[];
  /** … and must not be of a ticket that this subquery selects. */
  blocked: string | undefined;
}

interface TicketPageInput extends TicketSelection {
  order: Order;
  window: Window;
  /** For tests: low limits, so that few documents count as many. */
  limits?: SearchLimits & { sortedMax?: number };
}

/** A page of a list; undefined where the tickets table has to be read. */
export const listIdsByIndex = workerJob(
  import.meta.url,
  'listIdsByIndex',
  async (db, { order, window, limits, ...tickets }: TicketPageInput): Promise<IndexedPage | undefined> => {
    const found = await selectTickets(db, tickets, order.sort, limits);
    if (!found) return undefined;
    // One ticket more tells whether a page follows.
    const longer = { ...window, limit: window.limit + 1 };
    const { positions, total } = await readPage(db, order, found, longer, limits?.sortedMax);
    const page = positions.slice(0, window.limit);
    const last = positions.length > window.limit ? page.at(-1) : undefined;
    return {
      ids: page.map(({ id }) => id),
      total,
      next: last && [last.key, last.id],
      waiting: found.waiting,
    };
  },
);

/** Tickets without a current document are selected by SQL, all others by their documents. */
export async function selectTickets(
  db: WorkerContext,
  tickets: TicketSelection,
  sort: SortOrder,
  limits?: SearchLimits,
): Promise<(Selection & { waiting: number }) | undefined> {
  const { query, condition } = tickets;
  const base = query ? await selectByWords(db, query, limits) : await selectAll(db);
  if (!base) return undefined;
  const { unindexedIds, waiting } = base;
  const conditions = [condition, isUnindexed(unindexedIds, query)];
  const unindexed =
    unindexedIds.length > 0 ? await listTicketPositions(db.workerReads, conditions, sort) : [];
  return {
    docs: await applyFilters(db, base, tickets),
    unindexed: unindexed.sort(comparePositions),
    waiting,
  };
}

/** The documents before filters are applied, and the tickets to read instead of their documents. */
interface BaseSelection {
  /** Undefined for every document except those of unindexed tickets. */
  docs: DocSet | undefined;
  unindexedDocs: DocSet;
  unindexedIds: string[];
  waiting: number;
}

async function selectByWords(
  db: WorkerContext,
  query: WordQuery,
  limits?: SearchLimits,
): Promise<BaseSelection | undefined> {
  const plan = await planSearch(db, query.words, limits);
  const matches = await findMatches(db, plan, query);
  if (!matches) return undefined;
  const { ids, waiting } = plan.lag;
  return { docs: matches.all, unindexedDocs: new DocSet(), unindexedIds: ids, waiting };
}

async function selectAll(db: WorkerContext): Promise<BaseSelection | undefined> {
  const lag = await readDocumentLag(db);
  return lag && { docs: undefined, unindexedDocs: lag.docs, unindexedIds: lag.tickets, waiting: 0 };
}

const isUnindexed = (unindexedIds: string[], query: WordQuery | undefined): Fragment => ({
  sql: ['t.id in :unindexedIds[]', ...(query?.conditions ?? [])].join(' and '),
  params: { unindexedIds, ...likeParams(query?.words ?? []) },
});

async function applyFilters(
  db: WorkerContext,
  { docs, unindexedDocs, unindexedIds }: BaseSelection,
  { homes, facets, labels, groups, parents, ranges, blocked }: TicketSelection,
): Promise<DocSet | undefined> {
  const { workerReads } = db;
  // Deleting a label or group records no event on its tickets, so their documents still have it.
  const existing = [
    labels && (await listExistingIds(workerReads, 'labels', labels)).map((id) => facetListName('label', id)),
    groups && (await listExistingIds(workerReads, 'groups', groups)).map((id) => facetListName('group', id)),
  ].filter((facet) => facet !== undefined);
  const lists = [...facets, ...existing];
  const kept: DocSet[] = docs ? [docs] : [];
  if (parents) kept.push(await docsOfChildren(workerReads, parents));
  const excluded: DocSet[] = [unindexedDocs];
  for (const range of ranges) {
    const byRange = await docsByRange(db, range);
    (byRange.areExcluded ? excluded : kept).push(byRange.docs);
  }
  if (blocked) excluded.push(await docsSelectedBy(workerReads, blocked));
  // Without documents to keep, those to exclude are removed from the set of all visible ones.
  const needsScope = kept.length + lists.length === 0 && (excluded.length > 1 || unindexedIds.length > 0);
  kept.push(...(await readRestrictions(db, homes, lists, { skipIfAllVisible: !needsScope })));
  const [first, ...rest] = kept;
  if (!first) return undefined;
  const filtered = rest.reduce((set, other) => set.intersectWith(other), first);
  return excluded.reduce((set, other) => set.difference(other), filtered);
}

// With more matches than this, most tickets that another filter selects match too, and checking each is as fast.
const conditionMatchesMax = 20_000;

/** The condition that a ticket contains the words, as the ids of those that do. */
export const buildWordCondition = workerJob(
  import.meta.url,
  'buildWordCondition',
  async (db, query: WordQuery): Promise<Fragment | undefined> => {
    const plan = await planSearch(db, query.words);
    const { ids, waiting } = plan.lag;
    if (waiting > 0) return undefined;
    const matches = await findMatches(db, plan, query);
    if (!matches || matches.all.size > conditionMatchesMax) return undefined;
    const table = dialectOf(db).numbersTable('foundDocs', matches.all);
    const indexed = `select d.ticket_id from ${table.sql} n join search_documents d on d.doc = n.value`;
    if (ids.length === 0) return { sql: `t.id in (${indexed})`, params: table.params };
    const unindexed = isUnindexed(ids, query);
    return {
      sql: `t.id in (${indexed} union all select t.id from tickets t where ${unindexed.sql})`,
      params: { ...table.params, ...unindexed.params },
    };
  },
);
