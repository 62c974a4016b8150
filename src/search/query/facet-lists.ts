import { type Queries, statement, type WorkerContext } from '../../platform/db/index.ts';
import {
  type Facet,
  facetListName,
  facetPrefix,
  isVanishing,
  type VanishingFacet,
} from '../indexing/posting-lists.ts';
import { remember, type Sized } from './index-memory.ts';
import { listExistingIds } from './ticket-page-store.ts';

const bytesPerName = 100;

/** Lists the names of all lists of a facet, without those of deleted labels and groups. */
export async function listCurrentLists(db: WorkerContext, facet: Facet): Promise<string[]> {
  const prefix = facetPrefix(facet);
  const { names } = await remember(db, 'sets', `lists ${facet}`, () => readNames(db.workerReads, prefix));
  if (!isVanishing(facet)) return names;
  return namesOfExisting(
    db.workerReads,
    facet,
    names.map((name) => name.slice(prefix.length)),
  );
}

const listNames = statement<{ from: string; before: string }, { list: string }>(
  'select distinct list from search_facets where list >= :from and list < :before',
);
async function readNames(queries: Queries, from: string): Promise<Sized & { names: string[] }> {
  const before = String.fromCharCode(from.charCodeAt(0) + 1);
  const names = (await queries.list(listNames, { from, before })).map(({ list }) => list);
  return { names, bytes: names.length * bytesPerName };
}

/** Filters out deleted labels and groups: deleting one records no event, so documents of its tickets still have it. */
export async function namesOfExisting(
  queries: Queries,
  facet: VanishingFacet,
  ids: string[],
): Promise<string[]> {
  const existing = await listExistingIds(queries, `${facet}s`, ids);
  return existing.map((id) => facetListName(facet, id));
}
