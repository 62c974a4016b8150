import { likeParams, type WorkerContext, workerJob } from '../../platform/db/index.ts';
import type { Homes, IndexedPage } from '../../tickets/index.ts';
import { DocSet } from '../indexing/doc-set.ts';
import { engineDialect } from '../indexing/engine-dialect.ts';
import type { Fragment } from '../indexing/index-dialect.ts';
import { comparePositions, type SortOrder } from '../indexing/sort-orders.ts';
import type { DocSelection } from './doc-selection.ts';
import { readDocumentLag, readTextLag, type TextLag } from './index-lag.ts';
import { readIndexMemory } from './index-memory.ts';
import { findMatches, readRestrictions } from './match-documents.ts';
import { planSearch, planWords, type SearchLimits } from './plan-search.ts';
import { type Order, type OrderLimits, readPage, type Selection, type Window } from './read-order.ts';
import type { WordQuery } from './search-query.ts';
import { type IndexedFilter, type IndexedTree, selectByTree, selectByValues } from './select-documents.ts';
import { listTicketPositions } from './ticket-page-store.ts';
import { canSeeAllHomes } from './ticket-search-store.ts';

/** The selected tickets, both as SQL on the ticket `t` and as posting lists. */
export interface TicketSelection {
  /** Undefined for a list without words. */
  query: WordQuery | undefined;
  homes: Homes;
  /** The condition of all filters except the words of `query`. */
  condition: Fragment;
  /** The same filters as posting lists. */
  filter: IndexedFilter;
  tree: IndexedTree | undefined;
  /** True if the tree contains words. */
  treeHasWords: boolean;
}

interface TicketPageInput extends TicketSelection {
  order: Order;
  window: Window;
  /** Tests set low limits, so that few documents count as many. */
  limits?: SearchLimits & Partial<OrderLimits>;
}

/** Lists the ids of a page; undefined if the tickets table must be read. */
export const listIdsByIndex = workerJob(
  import.meta.url,
  'listIdsByIndex',
  async (db, { order, window, limits, ...tickets }: TicketPageInput): Promise<IndexedPage | undefined> => {
    const found = await selectTickets(db, tickets, order.sort, limits);
    if (!found) return undefined;
    // Reads one ticket more than the page has, to see whether another page follows.
    const longer = { ...window, limit: window.limit + 1 };
    const { positions, total } = await readPage(db, order, found, longer, limits);
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

/** Selects tickets without a current document by SQL, and all others by their documents. */
export async function selectTickets(
  db: WorkerContext,
  tickets: TicketSelection,
  sort: SortOrder,
  limits?: SearchLimits,
): Promise<(Selection & { waiting: number }) | undefined> {
  const { query, condition, treeHasWords, homes } = tickets;
  // At once, so that these reads are sent together.
  const [base, seesAll, { isCurrent }] = await Promise.all([
    query || treeHasWords ? selectByWords(db, query, limits) : selectAll(db),
    canSeeAllHomes(db.workerReads, homes),
    readIndexMemory(db),
  ]);
  if (!base || !isCurrent) return undefined;
  const { unindexedIds, waiting } = base;
  const filtered = await applyFilters(db, base, tickets, seesAll, limits);
  if (!filtered) return undefined;
  const conditions = [condition, isUnindexed(unindexedIds, query)];
  const unindexed =
    unindexedIds.length > 0 ? await listTicketPositions(db.workerReads, conditions, sort) : [];
  return { docs: filtered.docs, unindexed: unindexed.sort(comparePositions), waiting };
}

/** The documents before filters are applied, and the tickets to read instead of their documents. */
interface BaseSelection {
  /** Undefined for every document except those of unindexed tickets. */
  docs: DocSet | undefined;
  unindexedDocs: DocSet;
  unindexedIds: string[];
  waiting: number;
  /** Set if words are asked for. */
  lag: TextLag | undefined;
}

async function selectByWords(
  db: WorkerContext,
  query: WordQuery | undefined,
  { termsMax, textsMax }: SearchLimits = {},
): Promise<BaseSelection | undefined> {
  const lag = await readTextLag(db, textsMax);
  const { ids: unindexedIds, waiting, staleDocs } = lag;
  const rest = { unindexedDocs: staleDocs ?? new DocSet(), unindexedIds, waiting, lag };
  // No document is reliable.
  if (!staleDocs) return { docs: new DocSet(), ...rest };
  if (!query) return { docs: undefined, ...rest };
  const matches = await findMatches(db, await planWords(db, query.words, lag, termsMax), query);
  return matches && { docs: matches.all, ...rest };
}

async function selectAll(db: WorkerContext): Promise<BaseSelection | undefined> {
  const lag = await readDocumentLag(db);
  if (!lag) return undefined;
  return { docs: undefined, unindexedDocs: lag.docs, unindexedIds: lag.tickets, waiting: 0, lag: undefined };
}

const isUnindexed = (unindexedIds: string[], query: WordQuery | undefined): Fragment => ({
  sql: ['t.id in :unindexedIds[]', ...(query?.conditionsOfFew ?? [])].join(' and '),
  params: { unindexedIds, ...likeParams(query?.words ?? []) },
});

/** `docs` undefined means every document. Returns undefined if the tickets table must be read. */
async function applyFilters(
  db: WorkerContext,
  { docs, unindexedDocs, unindexedIds, lag }: BaseSelection,
  { homes, filter: { facets, ...filter }, tree }: TicketSelection,
  seesAll: boolean,
  limits?: SearchLimits,
): Promise<{ docs: DocSet | undefined } | undefined> {
  const [{ lists, selections }, byTree] = await Promise.all([
    selectByValues(db, filter),
    tree && selectByTree(db, tree, lag, limits?.termsMax),
  ]);
  if (tree && !byTree) return undefined;
  if (byTree) selections.push(byTree);
  const groups = [...facets, ...lists];
  const kept = [...(docs ? [docs] : []), ...selectionSets(selections, { areInverted: false })];
  const excluded = [unindexedDocs, ...selectionSets(selections, { areInverted: true })];
  // If nothing limits the documents to keep, the excluded ones are removed from the set of all visible ones.
  const needsScope = kept.length + groups.length === 0 && (excluded.length > 1 || unindexedIds.length > 0);
  kept.push(...(await readRestrictions(db, homes, groups, { seesAll, skipIfAllVisible: !needsScope })));
  const [first, ...rest] = kept;
  if (!first) return { docs: undefined };
  const filtered = rest.reduce((set, other) => set.intersectWith(other), first);
  return { docs: excluded.reduce((set, other) => set.subtract(other), filtered) };
}

const selectionSets = (selections: DocSelection[], { areInverted }: { areInverted: boolean }) =>
  selections.filter(({ isInverted }) => isInverted === areInverted).map(({ docs }) => docs);

// With more matches than this, most tickets that another filter selects match too, and checking each is as fast.
const conditionMatchesMax = 20_000;

/** Builds the condition that a ticket contains the words, from the ids of those that do. */
export const buildWordCondition = workerJob(
  import.meta.url,
  'buildWordCondition',
  async (db, query: WordQuery): Promise<Fragment | undefined> => {
    const plan = await planSearch(db, query.words);
    const { ids, waiting } = plan.lag;
    if (waiting > 0) return undefined;
    const matches = await findMatches(db, plan, query);
    if (!matches || matches.all.size > conditionMatchesMax) return undefined;
    const table = engineDialect(db).numbersTable('foundDocs', matches.all);
    const indexed = `select d.ticket_id from ${table.sql} n join search_documents d on d.doc = n.value`;
    if (ids.length === 0) return { sql: `t.id in (${indexed})`, params: table.params };
    const unindexed = isUnindexed(ids, query);
    return {
      sql: `t.id in (${indexed} union all select t.id from tickets t where ${unindexed.sql})`,
      params: { ...table.params, ...unindexed.params },
    };
  },
);
