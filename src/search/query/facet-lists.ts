import { type Queries, statement, type WorkerContext } from '../../platform/db/index.ts';
import type { EstimateRange } from '../../tickets/index.ts';
import { type Facet, facetListName, facetPrefixes } from '../indexing/posting-lists.ts';
import { remember, type Sized } from './index-memory.ts';
import { listExistingIds } from './ticket-page-store.ts';

const listNames = statement<{ from: string; before: string }, { list: string }>(
  'select distinct list from search_facets where list >= :from and list < :before',
);

const bytesPerName = 100;

/** The names of all lists of a facet, without those of deleted labels and groups. */
export async function listCurrentLists(db: WorkerContext, facet: Facet): Promise<string[]> {
  const prefix = facetPrefixes[facet];
  const { names } = await remember(db, 'sets', `lists ${facet}`, () => readNames(db.workerReads, prefix));
  if (facet !== 'label' && facet !== 'group') return names;
  return namesOfExisting(
    db.workerReads,
    facet,
    names.map((name) => name.slice(prefix.length)),
  );
}

async function readNames(queries: Queries, from: string): Promise<Sized & { names: string[] }> {
  const before = String.fromCharCode(from.charCodeAt(0) + 1);
  const names = (await queries.list(listNames, { from, before })).map(({ list }) => list);
  return { names, bytes: names.length * bytesPerName };
}

/** The names of the lists of the estimates in a range. */
export async function listEstimateLists(
  db: WorkerContext,
  { from = 0, before = Number.POSITIVE_INFINITY }: Exclude<EstimateRange, 'none'>,
): Promise<string[]> {
  const lists = await listCurrentLists(db, 'estimate');
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
