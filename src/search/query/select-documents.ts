import type { Queries, WorkerContext } from '../../platform/db/index.ts';
import type { EstimateRange } from '../../tickets/index.ts';
import type { DocSet } from '../indexing/doc-set.ts';
import type { Fragment } from '../indexing/index-dialect.ts';
import type { Facet } from '../indexing/posting-lists.ts';
import { both, type DocSelection, either, every, inverse, none, selected } from './doc-selection.ts';
import { docsByRange, type KeyRange } from './docs-by-range.ts';
import {
  docsOfChildren,
  docsOfMilestones,
  docsSelectedBy,
  docsWithMilestone,
  docsWithParent,
} from './document-store.ts';
import { listCurrentLists, listEstimateLists, namesOfExisting } from './facet-lists.ts';
import type { TextLag } from './index-lag.ts';
import { findMatches } from './match-documents.ts';
import { planWords } from './plan-search.ts';
import { readFacets } from './read-facets.ts';
import type { WordQuery } from './search-query.ts';

/** Tickets with one of the values, or also those without a value. */
export interface ValueFilter {
  ids: string[];
  none: boolean;
}

/** A filter as posting lists. */
export interface IndexedFilter {
  /** A document must be in one list of each facet … */
  facets: string[][];
  /** … have one of these labels … */
  labels: ValueFilter | undefined;
  groups: ValueFilter | undefined;
  milestones: ValueFilter | undefined;
  parents: ValueFilter | undefined;
  estimates: EstimateRange | undefined;
  /** … with a key in each range … */
  ranges: KeyRange[];
  /** … must be of a ticket that this subquery selects … */
  withValue: Fragment | undefined;
  /** … and must not be of a ticket that this one selects. */
  blocked: string | undefined;
}

/** Filters combined by and, or and not; each may ask for words. */
export type IndexedTree =
  | { all: IndexedTree[] }
  | { any: IndexedTree[] }
  | { not: IndexedTree }
  | { is: IndexedFilter & { query: WordQuery | undefined } };

/** Undefined where words need so many texts read that the tickets table has to be scanned. */
export async function selectByTree(
  db: WorkerContext,
  tree: IndexedTree,
  lag: TextLag | undefined,
  termsMax?: number,
): Promise<DocSelection | undefined> {
  const select = (part: IndexedTree) => selectByTree(db, part, lag, termsMax);
  if ('is' in tree) return selectByFilter(db, tree.is, lag, termsMax);
  if ('not' in tree) {
    const part = await select(tree.not);
    return part && inverse(part);
  }
  const isAll = 'all' in tree;
  // At once: the reads of all parts are sent together.
  const parts = await Promise.all((isAll ? tree.all : tree.any).map(select));
  let result = isAll ? every() : none();
  for (const part of parts) {
    if (!part) return undefined;
    result = isAll ? both(result, part) : either(result, part);
  }
  return result;
}

async function selectByFilter(
  db: WorkerContext,
  { query, facets, ...filter }: IndexedFilter & { query: WordQuery | undefined },
  lag: TextLag | undefined,
  termsMax: number | undefined,
): Promise<DocSelection | undefined> {
  const { lists, selections } = await selectByValues(db, filter);
  const sets = await readFacets(db, [...facets, ...lists]);
  if (query && lag) {
    const matches = await findMatches(db, await planWords(db, query.words, lag, termsMax), query);
    if (!matches) return undefined;
    sets.push(matches.all);
  }
  return [...sets.map(selected), ...selections].reduce(both, every());
}

/** What is not known by fixed lists: more facets to be in one list of each, and selections that were read. */
export async function selectByValues(
  db: WorkerContext,
  {
    labels,
    groups,
    milestones,
    parents,
    estimates,
    ranges,
    withValue,
    blocked,
  }: Omit<IndexedFilter, 'facets'>,
): Promise<{ lists: string[][]; selections: DocSelection[] }> {
  const { workerReads } = db;
  const lists: string[][] = [];
  const selections: DocSelection[] = [];
  for (const [facet, values] of [
    ['label', labels],
    ['group', groups],
  ] as const) {
    if (!values) continue;
    const names = await namesOfExisting(workerReads, facet, values.ids);
    if (values.none) selections.push(await selectWithAbsent(db, facet, names));
    else lists.push(names);
  }
  if (milestones) selections.push(await selectByMilestone(workerReads, milestones));
  if (parents) selections.push(await selectChildren(workerReads, parents));
  if (estimates === 'none') {
    selections.push(inverse(selected(await docsWithAny(db, 'estimate'))));
  } else if (estimates) lists.push(await listEstimateLists(db, estimates));
  for (const range of ranges) {
    const { docs, areExcluded } = await docsByRange(db, range);
    selections.push({ docs, isInverted: areExcluded });
  }
  if (withValue) selections.push(selected(await docsSelectedBy(workerReads, withValue)));
  if (blocked) {
    const docs = await docsSelectedBy(workerReads, { sql: blocked, params: {} });
    selections.push(inverse(selected(docs)));
  }
  return { lists, selections };
}

/** The documents in one of the lists, and those in no list of the facet. */
async function selectWithAbsent(db: WorkerContext, facet: 'label' | 'group', names: string[]) {
  const [named] = (await readFacets(db, [names])) as [DocSet];
  return either(selected(named), inverse(selected(await docsWithAny(db, facet))));
}

/** The documents in any list of a facet. */
async function docsWithAny(db: WorkerContext, facet: Facet): Promise<DocSet> {
  const lists = await listCurrentLists(db, facet);
  const [docs] = (await readFacets(db, [lists])) as [DocSet];
  return docs;
}

async function selectByMilestone(queries: Queries, { ids, none }: ValueFilter): Promise<DocSelection> {
  const inThem = selected(await docsOfMilestones(queries, ids));
  return none ? either(inThem, inverse(selected(await docsWithMilestone(queries)))) : inThem;
}

async function selectChildren(queries: Queries, { ids, none }: ValueFilter): Promise<DocSelection> {
  const children = selected(await docsOfChildren(queries, ids));
  return none ? either(children, inverse(selected(await docsWithParent(queries)))) : children;
}
