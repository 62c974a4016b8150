import {
  blockedTickets,
  isOpen,
  listedCondition,
  orderedBy,
  ticketPriorities,
  ticketStatuses,
  type WordIndex,
} from '../../tickets/index.ts';
import { facetListName } from '../indexing/posting-lists.ts';
import { findNamed, listHolding } from './list-by-words.ts';
import { buildWordQuery } from './search-query.ts';

type Listing = Parameters<WordIndex['listIds']>[1];

/** What the index knows of words, for the lists of tickets. */
export const wordIndex: WordIndex = {
  listIds: (db, listing) => db.runOnWorker(listHolding, askedOf(listing)),
  findCondition: (db, words) => db.runOnWorker(findNamed, buildWordQuery(words)),
};

export const askedOf = ({ words, homes, filter, sort, order, page }: Listing) => ({
  wanted: buildWordQuery(words),
  homes,
  listed: listedCondition(homes, { ...filter, words: undefined }),
  facets: facetsOf(filter),
  labels: filter.labels,
  groups: filter.groups,
  parents: filter.parents,
  blocked: filter.ready && blockedTickets,
  sort: { ordered: orderedBy(sort, order), ...alongOf(sort, order) },
  offset: page.offset,
  limit: page.limit,
});

/** In each group one of these lists. */
function facetsOf({ statuses, priorities, types, stages, assignees, reporters, ready }: Listing['filter']) {
  return [
    statuses?.map((status) => facetListName('status', status)),
    ready && openStatuses.map((status) => facetListName('status', status)),
    priorities?.map((priority) => facetListName('priority', priority)),
    types?.map((type) => facetListName('type', type)),
    stages?.map((stage) => facetListName('stage', stage)),
    assignees && namesOf(assignees).map((id) => facetListName('assignee', id)),
    reporters && namesOf(reporters).map((id) => facetListName('reporter', id)),
  ].filter((group) => group !== undefined);
}

const openStatuses = ticketStatuses.filter((status) => isOpen({ status }));

/** Nobody is the empty value. */
const namesOf = ({ ids, none }: { ids: string[]; none: boolean }) => [...ids, ...(none ? [''] : [])];

/** What has few values is sorted by their lists first. */
function alongOf(sort: Listing['sort'], direction: Listing['order']) {
  if (sort !== 'priority' && sort !== 'status') return { along: { by: sort, direction }, ranks: undefined };
  const names =
    sort === 'priority'
      ? ticketPriorities.map((priority) => facetListName(sort, priority))
      : ticketStatuses.map((status) => facetListName(sort, status));
  return { along: { direction }, ranks: direction === 'asc' ? names : names.reverse() };
}
