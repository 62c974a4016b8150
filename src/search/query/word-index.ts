import {
  buildTicketQuery,
  isOpen,
  ticketPriorities,
  ticketStatuses,
  type WordIndex,
} from '../../tickets/index.ts';
import { facetListName } from '../indexing/posting-lists.ts';
import { buildWordCondition, listIdsByWords } from './list-by-words.ts';
import { buildWordQuery } from './search-query.ts';

type Listing = Parameters<WordIndex['listIds']>[1];

/** Answers from the search index for lists of tickets that are filtered by words. */
export const wordIndex: WordIndex = {
  listIds: (db, listing) => db.runOnWorker(listIdsByWords, wordListInput(listing)),
  findCondition: (db, words) => db.runOnWorker(buildWordCondition, buildWordQuery(words)),
};

export function wordListInput({ words, homes, filter, sort, order, page }: Listing) {
  const { condition, orderBy, blockedIds } = buildTicketQuery({
    homes,
    filter: { ...filter, words: undefined },
    sort,
    order,
    avoidHomeIndex: true,
  });
  return {
    query: buildWordQuery(words),
    homes,
    condition,
    facets: facetsOf(filter),
    labels: filter.labels,
    groups: filter.groups,
    parents: filter.parents,
    blocked: filter.ready && blockedIds,
    sort: { orderBy, ...documentOrderOf(sort, order) },
    offset: page.offset,
    limit: page.limit,
  };
}

/** For each filter the posting lists of its values. */
function facetsOf({ statuses, priorities, types, stages, assignees, reporters, ready }: Listing['filter']) {
  return [
    statuses?.map((status) => facetListName('status', status)),
    ready && openStatuses.map((status) => facetListName('status', status)),
    priorities?.map((priority) => facetListName('priority', priority)),
    types?.map((type) => facetListName('type', type)),
    stages?.map((stage) => facetListName('stage', stage)),
    assignees && valuesOf(assignees).map((id) => facetListName('assignee', id)),
    reporters && valuesOf(reporters).map((id) => facetListName('reporter', id)),
  ].filter((facet) => facet !== undefined);
}

const openStatuses = ticketStatuses.filter((status) => isOpen({ status }));

/** The empty value stands for no assignee. */
const valuesOf = ({ ids, none }: { ids: string[]; none: boolean }) => [...ids, ...(none ? [''] : [])];

/** A sort by priority or status takes the posting lists of the values one after the other, and sorts by id within each. */
function documentOrderOf(sort: Listing['sort'], direction: Listing['order']) {
  if (sort !== 'priority' && sort !== 'status')
    return { documentOrder: { by: sort, direction }, rankLists: undefined };
  const names =
    sort === 'priority'
      ? ticketPriorities.map((priority) => facetListName(sort, priority))
      : ticketStatuses.map((status) => facetListName(sort, status));
  return { documentOrder: { direction }, rankLists: direction === 'asc' ? names : names.reverse() };
}
