import type { Queries } from '../../platform/db/index.ts';
import { DocSet } from '../indexing/doc-set.ts';
import { findIndexVersion } from '../indexing/index-store.ts';

// The buckets of a wide range, and all lists of a facet, take 5 to 20 ms to read. One set has 125 kB for 1,000,000 documents.
const rememberedMax = 8;
const rememberedBy = new WeakMap<Queries, Map<string, { version: number; docs: DocSet }>>();

/** A copy of what `read` returned before on this connection, if the index has not changed since. */
export async function rememberDocs(
  queries: Queries,
  key: string,
  read: () => Promise<DocSet>,
): Promise<DocSet> {
  const version = await findIndexVersion(queries);
  const known = rememberedBy.get(queries) ?? new Map();
  rememberedBy.set(queries, known);
  const entry = known.get(key);
  known.delete(key);
  const docs = entry?.version === version ? entry.docs : await read();
  known.set(key, { version, docs });
  if (known.size > rememberedMax) known.delete(known.keys().next().value as string);
  return new DocSet().unionWith(docs);
}
