import { absentSortValue } from '../../platform/paging.ts';
import {
  asksForWords,
  buildTicketQuery,
  type FilterTree,
  fieldDeclaration,
  type Homes,
  idsByFieldValue,
  noValue,
  openStatuses,
  rangeFilters,
  type TicketIndex,
  ticketFilters,
  type ValueFilter,
  valueFilters,
} from '../../tickets/index.ts';
import { facetFields } from '../indexing/indexed-fields.ts';
import { type Facet, facetListName, isVanishing } from '../indexing/posting-lists.ts';
import { hasAbsentKeys, type SortKey, type SortOrder } from '../indexing/sort-orders.ts';
import { countByFacets } from './count-by-facets.ts';
import type { KeyRange } from './docs-by-range.ts';
import { buildWordCondition, listIdsByIndex, type TicketSelection } from './list-by-index.ts';
import type { Order } from './read-order.ts';
import { buildWordQuery } from './search-query.ts';
import type { IndexedFilter, IndexedTree, NamedValues } from './select-documents.ts';

type Listing = Parameters<TicketIndex['listIds']>[1];

/** Answers lists of tickets from the search index. */
export const ticketIndex: TicketIndex = {
  listIds: (db, listing) => db.runOnWorker(listIdsByIndex, ticketPageInput(listing)),
  countByFacets: (db, { homes, filter }, by) =>
    db.runOnWorker(countByFacets, { ...ticketSelection(homes, filter), by }),
  findCondition: (db, words) => db.runOnWorker(buildWordCondition, buildWordQuery(words)),
};

export const ticketPageInput = ({ homes, filter, sort, order, page }: Listing) => ({
  ...ticketSelection(homes, filter),
  order: { sort, direction: order, keys: filterSortKeys(sort, filter) },
  window: {
    offset: page.offset,
    limit: page.limit,
    after: page.after && { key: page.after[0] as SortKey, id: page.after[1] as string },
  },
});

function ticketSelection(homes: Homes, filter: Listing['filter']): TicketSelection {
  const { condition } = buildTicketQuery({
    homes,
    filter: { ...filter, words: undefined },
    avoidHomeIndex: true,
  });
  return {
    query: filter.words?.length ? buildWordQuery(filter.words) : undefined,
    homes: { whole: homes.whole, guest: homes.guest, userId: homes.userId },
    condition,
    filter: toIndexedFilter(filter),
    tree: filter.tree && toIndexedTree(filter.tree),
    treeHasWords: asksForWords({ tree: filter.tree }),
  };
}

const toIndexedFilter = (filter: Listing['filter']): IndexedFilter => ({
  facets: filterFacets(filter),
  named: filterNamedValues(filter),
  ranges: filterRanges(filter),
  blocked: filter.ready && buildTicketQuery({}).blockedIds,
  withValue: filter.fieldValues && idsByFieldValue(filter.fieldValues),
});

/** True for filters whose values have fixed posting lists. The values of the others are read first. */
const isListed = (name: ValueFilter): name is ValueFilter & Facet =>
  name in facetFields && !isVanishing(name);
const listedFilters = valueFilters.filter(isListed);
const namedFilters = valueFilters.filter((name) => !isListed(name)) as NamedValues['filter'][];

const filterNamedValues = (filter: Listing['filter']): NamedValues[] =>
  namedFilters.flatMap((name) => {
    const values = filter[name];
    const ids = values?.filter((value) => value !== noValue);
    return ids ? [{ filter: name, ids, none: ids.length < (values?.length ?? 0) }] : [];
  });

function toIndexedTree(tree: FilterTree): IndexedTree {
  if ('all' in tree) return { all: tree.all.map(toIndexedTree) };
  if ('any' in tree) return { any: tree.any.map(toIndexedTree) };
  if ('not' in tree) return { not: toIndexedTree(tree.not) };
  const { words } = tree.is;
  return { is: { ...toIndexedFilter(tree.is), query: words?.length ? buildWordQuery(words) : undefined } };
}

/** The posting lists of each filter's values. The empty value stands for none. */
function filterFacets(filter: Listing['filter']) {
  const { inHomes, ready, overdueAt } = filter;
  const isOpenOnly = ready || overdueAt !== undefined || undefined;
  return [
    ...listedFilters.map((name) =>
      filter[name]?.map((value) => facetListName(name, value === noValue ? '' : value)),
    ),
    isOpenOnly && openStatuses.map((status) => facetListName('status', status)),
    inHomes?.map((id) => facetListName('home', id)),
  ].filter((facet) => facet !== undefined);
}

/** A ticket without a value is in no range; it has a key of its own. */
function filterRanges(filter: Listing['filter']): KeyRange[] {
  const ranges: KeyRange[] = [];
  for (const { name, sort } of rangeOrders) {
    const { from, before, none } = filter[name] ?? {};
    const end = hasAbsentKeys(sort) ? absentSortValue : undefined;
    if (from !== undefined || before !== undefined) ranges.push({ sort, from, before: before ?? end });
    if (none) ranges.push({ sort, from: absentSortValue });
  }
  if (filter.overdueAt !== undefined) ranges.push({ sort: 'dueDate', before: filter.overdueAt });
  return ranges;
}

const rangeOrders = rangeFilters.map((name) => ({ name, sort: ticketFilters[name].field as SortOrder }));

/** The keys of the order that the filter selects; undefined if it selects all. */
function filterSortKeys(sort: Listing['sort'], filter: Listing['filter']): Order['keys'] {
  const { choices, filter: name } = fieldDeclaration(sort);
  if (!choices) return filterRanges(filter).find((range) => range.sort === sort);
  const values = filter[name as ValueFilter];
  if (!values || values.includes(noValue)) return undefined;
  const ranks = values.map((value) => choices.indexOf(value));
  return { from: Math.min(...ranks), before: Math.max(...ranks) + 1 };
}
