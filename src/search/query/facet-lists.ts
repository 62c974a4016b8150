import { type Queries, statement } from '../../platform/db/index.ts';
import type { EstimateRange } from '../../tickets/index.ts';
import { type Facet, facetListName, facetPrefixes } from '../indexing/posting-lists.ts';
import { listExistingIds } from './ticket-page-store.ts';

const listNames = statement<{ from: string; before: string }, { list: string }>(
  'select distinct list from search_facets where list >= :from and list < :before',
);

/** The names of all lists of a facet, without those of deleted labels and groups. */
export async function listCurrentLists(queries: Queries, facet: Facet): Promise<string[]> {
  const from = facetPrefixes[facet];
  const before = String.fromCharCode(from.charCodeAt(0) + 1);
  const lists = (await queries.list(listNames, { from, before })).map(({ list }) => list);
  if (facet !== 'label' && facet !== 'group') return lists;
  return namesOfExisting(
    queries,
    facet,
    lists.map((list) => list.slice(from.length)),
  );
}

/** The names of the lists of the estimates in a range. */
export async function listEstimateLists(
  queries: Queries,
  { from = 0, before = Number.POSITIVE_INFINITY }: Exclude<EstimateRange, 'none'>,
): Promise<string[]> {
  const lists = await listCurrentLists(queries, 'estimate');
  return lists.filter((list) => {
    const hundredths = Number(list.slice(facetPrefixes.estimate.length));
    return hundredths >= from && hundredths < before;
  });
}

/** Deleting a label or group records no event on its tickets, so their documents still have it. */
export async function namesOfExisting(
  queries: Queries,
  facet: 'label' | 'group',
  ids: string[],
): Promise<string[]> {
  const existing = await listExistingIds(queries, facet === 'label' ? 'labels' : 'groups', ids);
  return existing.map((id) => facetListName(facet, id));
}
