import type { WorkerContext } from '../../platform/db/index.ts';
import type { DocSet } from '../indexing/doc-set.ts';
import { engineDialect } from '../indexing/engine-dialect.ts';
import { postingTables } from '../indexing/posting-tables.ts';
import { readIndexMemory } from './index-memory.ts';
import { readPostings } from './posting-store.ts';

/**
 * Returns the union of the documents for each group of facet lists. The caller may change these sets. Not for
 * `pendingTextList`, which changes without a new version of the index.
 */
export async function readFacets(db: WorkerContext, groups: string[][]): Promise<DocSet[]> {
  if (groups.length === 0) return [];
  const { sets: memory } = await readIndexMemory(db);
  const sets = groups.map((lists) => memory.get<DocSet>(facetsMemoryKey(lists)));
  const missing = groups.filter((_, i) => sets[i] === undefined);
  const read =
    missing.length > 0
      ? await readPostings(db.workerReads, engineDialect(db), postingTables.facets, missing)
      : [];
  for (const [i, lists] of missing.entries()) memory.set(facetsMemoryKey(lists), read[i] as DocSet);
  const following = read.values();
  return sets.map((set) => (set ?? (following.next().value as DocSet)).copy());
}

/** Returns the same if it is all remembered, otherwise undefined. The sets must not be changed. */
export async function findKnownFacets(db: WorkerContext, groups: string[][]): Promise<DocSet[] | undefined> {
  const { sets: memory } = await readIndexMemory(db);
  const sets = groups.map((lists) => memory.get<DocSet>(facetsMemoryKey(lists)));
  return sets.every((set) => set !== undefined) ? sets : undefined;
}

const facetsMemoryKey = (lists: string[]) => `facets ${lists.join()}`;
