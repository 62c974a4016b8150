import { absentSortValue } from '../../platform/paging.ts';
import {
  asksForWords,
  buildTicketQuery,
  type DateRange,
  type FilterTree,
  type Homes,
  idsByFieldValue,
  isOpen,
  noValue,
  type TicketIndex,
  ticketPriorities,
  ticketStatuses,
} from '../../tickets/index.ts';
import { facetListName } from '../indexing/posting-lists.ts';
import type { SortKey } from '../indexing/sort-orders.ts';
import { countByFacets } from './count-by-facets.ts';
import type { KeyRange } from './docs-by-range.ts';
import { buildWordCondition, listIdsByIndex, type TicketSelection } from './list-by-index.ts';
import type { Order } from './read-order.ts';
import { buildWordQuery } from './search-query.ts';
import type { IndexedFilter, IndexedTree, ValueFilter } from './select-documents.ts';

type Listing = Parameters<TicketIndex['listIds']>[1];

/** Answers lists of tickets from the search index. */
export const ticketIndex: TicketIndex = {
  listIds: (db, listing) => db.runOnWorker(listIdsByIndex, ticketPageInput(listing)),
  countByFacets: (db, { homes, filter }, by) =>
    db.runOnWorker(countByFacets, { ...selectionOf(homes, filter), by }),
  findCondition: (db, words) => db.runOnWorker(buildWordCondition, buildWordQuery(words)),
};

export const ticketPageInput = ({ homes, filter, sort, order, page }: Listing) => ({
  ...selectionOf(homes, filter),
  order: { sort, direction: order, keys: sortKeysOf(sort, filter) },
  window: {
    offset: page.offset,
    limit: page.limit,
    after: page.after && { key: page.after[0] as SortKey, id: page.after[1] as string },
  },
});

function selectionOf(homes: Homes, filter: Listing['filter']): TicketSelection {
  const { condition } = buildTicketQuery({
    homes,
    filter: { ...filter, words: undefined },
    avoidHomeIndex: true,
  });
  return {
    query: filter.words?.length ? buildWordQuery(filter.words) : undefined,
    homes: { whole: homes.whole, guest: homes.guest, userId: homes.userId },
    condition,
    filter: indexedFilterOf(filter),
    tree: filter.tree && indexedTreeOf(filter.tree),
    treeHasWords: asksForWords({ tree: filter.tree }),
  };
}

const indexedFilterOf = (filter: Listing['filter']): IndexedFilter => ({
  facets: facetsOf(filter),
  labels: valueFilterOf(filter.labels),
  groups: valueFilterOf(filter.groups),
  milestones: valueFilterOf(filter.milestones),
  parents: valueFilterOf(filter.parents),
  estimates: filter.estimates,
  ranges: rangesOf(filter),
  blocked: filter.ready && buildTicketQuery({}).blockedIds,
  withValue: filter.fieldValues && idsByFieldValue(filter.fieldValues),
});

const valueFilterOf = (values: string[] | undefined): ValueFilter | undefined =>
  values && { ids: values.filter((value) => value !== noValue), none: values.includes(noValue) };

function indexedTreeOf(tree: FilterTree): IndexedTree {
  if ('all' in tree) return { all: tree.all.map(indexedTreeOf) };
  if ('any' in tree) return { any: tree.any.map(indexedTreeOf) };
  if ('not' in tree) return { not: indexedTreeOf(tree.not) };
  const { words } = tree.is;
  return { is: { ...indexedFilterOf(tree.is), query: words?.length ? buildWordQuery(words) : undefined } };
}

/** For each filter the posting lists of its values. */
function facetsOf(filter: Listing['filter']) {
  const { statuses, priorities, types, stages, assignees, reporters, inHomes, ready, overdueAt } = filter;
  const isOpenOnly = ready || overdueAt !== undefined || undefined;
  return [
    statuses?.map((status) => facetListName('status', status)),
    isOpenOnly && openStatuses.map((status) => facetListName('status', status)),
    priorities?.map((priority) => facetListName('priority', priority)),
    types?.map((type) => facetListName('type', type)),
    stages?.map((stage) => facetListName('stage', stage)),
    assignees && valuesOf(assignees).map((id) => facetListName('assignee', id)),
    reporters && valuesOf(reporters).map((id) => facetListName('reporter', id)),
    inHomes?.map((id) => facetListName('home', id)),
  ].filter((facet) => facet !== undefined);
}

/** A ticket without a due date is in no range of them; it has a key of its own. */
function rangesOf({ ranges = [], overdueAt, undated }: Listing['filter']): KeyRange[] {
  const requested: DateRange[] = [
    ...ranges,
    ...(overdueAt === undefined ? [] : [{ field: 'dueDate' as const, before: overdueAt }]),
  ];
  const dated = requested.map(({ field, from, before }) => ({
    sort: field,
    from,
    before: before ?? (field === 'dueDate' ? absentSortValue : undefined),
  }));
  return undated ? [...dated, { sort: 'dueDate', from: absentSortValue }] : dated;
}

/** Which keys of the order the filter leaves; undefined where it leaves all. */
function sortKeysOf(sort: Listing['sort'], filter: Listing['filter']): Order['keys'] {
  const { statuses, priorities } = filter;
  if (sort === 'status') return statuses && rankBounds(ticketStatuses, statuses);
  if (sort === 'priority') return priorities && rankBounds(ticketPriorities, priorities);
  return rangesOf(filter).find((range) => range.sort === sort);
}

function rankBounds(all: readonly string[], chosen: string[]): Order['keys'] {
  const ranks = chosen.map((value) => all.indexOf(value));
  return { from: Math.min(...ranks), before: Math.max(...ranks) + 1 };
}

const openStatuses = ticketStatuses.filter((status) => isOpen({ status }));

/** The empty value stands for no assignee. */
const valuesOf = ({ ids, none }: { ids: string[]; none: boolean }) => [...ids, ...(none ? [''] : [])];
