import type { Queries, WorkerContext } from '../../platform/db/index.ts';
import type { DocSet } from '../indexing/doc-set.ts';
import type { Fragment } from '../indexing/index-dialect.ts';
import { isVanishing, type VanishingFacet } from '../indexing/posting-lists.ts';
import { both, type DocSelection, either, every, inverse, none, selected } from './doc-selection.ts';
import { docsByRange, type KeyRange } from './docs-by-range.ts';
import { docsByColumn, docsSelectedBy, type UnlistedFilter } from './document-store.ts';
import { listCurrentLists, namesOfExisting } from './facet-lists.ts';
import type { TextLag } from './index-lag.ts';
import { findMatches } from './match-documents.ts';
import { planWords } from './plan-search.ts';
import { readFacets } from './read-facets.ts';
import type { WordQuery } from './search-query.ts';

/** Selects tickets with one of the values and, optionally, those without a value. */
export interface NamedValues {
  filter: VanishingFacet | UnlistedFilter;
  ids: string[];
  none: boolean;
}

/** A filter as posting lists. */
export interface IndexedFilter {
  /** A document must be in one list of each facet … */
  facets: string[][];
  /** … have one of the values of each of these filters … */
  named: NamedValues[];
  /** … have a key in each range … */
  ranges: KeyRange[];
  /** … belong to a ticket that this subquery selects … */
  withValue: Fragment | undefined;
  /** … and not belong to a ticket that this subquery selects. */
  blocked: string | undefined;
}

/** Filters combined by and, or and not. Each may contain words. */
export type IndexedTree =
  | { all: IndexedTree[] }
  | { any: IndexedTree[] }
  | { not: IndexedTree }
  | { is: IndexedFilter & { query: WordQuery | undefined } };

/** Returns undefined if words need so many texts that the tickets table must be scanned. */
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
  // At once, so that the reads of all parts are sent together.
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

/** Reads the values that have no fixed lists. Returns facet lists, one of each of which must match, and selections. */
export async function selectByValues(
  db: WorkerContext,
  { named, ranges, withValue, blocked }: Omit<IndexedFilter, 'facets'>,
): Promise<{ lists: string[][]; selections: DocSelection[] }> {
  const { workerReads } = db;
  const lists: string[][] = [];
  const selections: DocSelection[] = [];
  for (const { filter, ids, none } of named) {
    if (!isVanishing(filter)) {
      selections.push(await selectByColumn(workerReads, filter, ids, none));
      continue;
    }
    const names = await namesOfExisting(workerReads, filter, ids);
    if (none) selections.push(await selectWithAbsent(db, filter, names));
    else lists.push(names);
  }
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

/** Selects the documents in one of the lists, and those in no list of the facet. */
async function selectWithAbsent(db: WorkerContext, facet: VanishingFacet, names: string[]) {
  const lists = await listCurrentLists(db, facet);
  const [named, any] = (await readFacets(db, [names, lists])) as [DocSet, DocSet];
  return either(selected(named), inverse(selected(any)));
}

async function selectByColumn(
  queries: Queries,
  filter: UnlistedFilter,
  ids: string[],
  none: boolean,
): Promise<DocSelection> {
  const named = selected(await docsByColumn(queries, filter, ids));
  return none ? either(named, inverse(selected(await docsByColumn(queries, filter)))) : named;
}
