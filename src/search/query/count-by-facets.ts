import { statement, type WorkerContext, workerJob } from '../../platform/db/index.ts';
import type { CountedFacet, FacetCounts } from '../../tickets/index.ts';
import { DocSet, decodeIntoBitmap, newBitmap } from '../indexing/doc-set.ts';
import { documentFacets, readFacts } from '../indexing/index-documents.ts';
import { unlistedColumns } from '../indexing/indexed-fields.ts';
import { type Facet, facetLists, facetPrefix } from '../indexing/posting-lists.ts';
import { postingTables } from '../indexing/posting-tables.ts';
import { listColumnValues, listValuesOfTickets, type UnlistedFilter } from './document-store.ts';
import { listCurrentLists } from './facet-lists.ts';
import { selectTickets, type TicketSelection } from './list-by-index.ts';
import { readFacets } from './read-facets.ts';

/** Returns undefined if the tickets table must be read, because the index is far behind. */
export const countByFacets = workerJob(
  import.meta.url,
  'countByFacets',
  async (
    db,
    { by, ...tickets }: TicketSelection & { by: readonly CountedFacet[] },
  ): Promise<FacetCounts | undefined> => {
    const found = await selectTickets(db, tickets, 'createdAt');
    if (!found || found.waiting > 0) return undefined;
    const docs = found.docs ?? (await readAllDocs(db));
    const unindexedIds = found.unindexed.map(({ id }) => id);
    const unindexed = await listsOfTickets(db, unindexedIds);
    const total = docs.size + unindexed.length;
    const counts: FacetCounts = { total, by: {} };
    for (const facet of by)
      counts.by[facet] =
        facet in unlistedColumns
          ? await countInColumn(db, facet as UnlistedFilter, docs, unindexedIds)
          : await countValues(db, facet as Facet, docs, unindexed);
    return counts;
  },
);

/** Unites the lists of types, because every ticket has a type and there are few. */
async function readAllDocs(db: WorkerContext): Promise<DocSet> {
  const lists = await listCurrentLists(db, 'type');
  const [docs] = await readFacets(db, [lists]);
  return docs as DocSet;
}

/** Lists the names of each ticket's facet lists. */
async function listsOfTickets(db: WorkerContext, ids: string[]): Promise<string[][]> {
  const facts = await readFacts(db.workerReads, ids);
  return Array.from(facts.values(), (ticket) =>
    facetLists({ homeId: ticket.homeId, facets: documentFacets(ticket) }),
  );
}

/** Counts tickets by a column without lists in the index. The empty value counts tickets without a value. */
async function countInColumn(
  db: WorkerContext,
  filter: UnlistedFilter,
  docs: DocSet,
  unindexedIds: string[],
) {
  const indexed = (await listColumnValues(db.workerReads, filter)).filter(({ doc }) => docs.has(doc));
  const unindexed =
    unindexedIds.length > 0 ? await listValuesOfTickets(db.workerReads, filter, unindexedIds) : [];
  const without = docs.size - indexed.length;
  const counts: Record<string, number> = without > 0 ? { '': without } : {};
  for (const { value } of [...indexed, ...unindexed]) counts[value ?? ''] = (counts[value ?? ''] ?? 0) + 1;
  return counts;
}

const blocks = statement<{ lists: string[] }, { list: string; block: number; docs: Uint8Array }>(
  'select list, block, docs from search_facets where list in :lists[]',
);
async function countValues(db: WorkerContext, facet: Facet, docs: DocSet, unindexed: string[][]) {
  const prefix = facetPrefix(facet);
  const lists = await listCurrentLists(db, facet);
  const { docsPerBlock } = postingTables.facets;
  const counts: Record<string, number> = {};
  const add = (list: string, count: number) => {
    const value = list.slice(prefix.length);
    if (count > 0) counts[value] = (counts[value] ?? 0) + count;
  };
  const covered = new DocSet();
  for (const { list, block, docs: bytes } of await db.workerReads.list(blocks, { lists })) {
    const bits = newBitmap(docsPerBlock);
    const isBitmap = bytes.length === bits.byteLength;
    decodeIntoBitmap(bits, bytes, isBitmap);
    decodeIntoBitmap(covered.bitmapOf(block, docsPerBlock), bytes, isBitmap);
    add(list, docs.countIn(block, bits));
  }
  add(prefix, docs.difference(covered).size);
  for (const ofTicket of unindexed) {
    const own = ofTicket.filter((list) => list.startsWith(prefix));
    for (const list of own.length > 0 ? own : [prefix]) add(list, 1);
  }
  return counts;
}
