import type { WorkerContext } from '../../platform/db/index.ts';
import type { DocSet } from '../indexing/doc-set.ts';
import { dialectOf } from '../indexing/engine-dialect.ts';
import { postingTables } from '../indexing/posting-tables.ts';
import { memoryOf } from './index-memory.ts';
import { readPostings } from './posting-store.ts';

/**
 * For each group of facet lists the union of their documents; the caller may change these sets. Not for the list of documents
 * whose texts wait, which changes without the version of the index.
 */
export async function readFacets(db: WorkerContext, groups: string[][]): Promise<DocSet[]> {
  if (groups.length === 0) return [];
  const { sets: memory } = await memoryOf(db);
  const sets = groups.map((lists) => memory.get<DocSet>(keyOf(lists)));
  const missing = groups.filter((_, i) => sets[i] === undefined);
  const read =
    missing.length > 0
      ? await readPostings(db.workerReads, dialectOf(db), postingTables.facets, missing)
      : [];
  for (const [i, lists] of missing.entries()) memory.set(keyOf(lists), read[i] as DocSet);
  const following = read.values();
  return sets.map((set) => (set ?? (following.next().value as DocSet)).copy());
}

/** The same if all of them are remembered, else undefined; nobody may change these sets. Reads only the version of the index. */
export async function findKnownFacets(db: WorkerContext, groups: string[][]): Promise<DocSet[] | undefined> {
  const { sets: memory } = await memoryOf(db);
  const sets = groups.map((lists) => memory.get<DocSet>(keyOf(lists)));
  return sets.every((set) => set !== undefined) ? sets : undefined;
}

const keyOf = (lists: string[]) => `facets ${lists.join()}`;
