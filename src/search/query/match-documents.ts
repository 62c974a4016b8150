import type { WorkerContext } from '../../platform/db/index.ts';
import type { Homes } from '../../tickets/index.ts';
import { DocSet } from '../indexing/doc-set.ts';
import { indexOf } from '../indexing/engine-dialect.ts';
import { facetListName, homeListName } from '../indexing/posting-lists.ts';
import {
  type DocumentOrder,
  docsOfPerson,
  docsOfTickets,
  listDocumentsAlong,
  listFirstDocuments,
  listHolding,
  type PlacedDocument,
  rankDocuments,
  readLists,
} from './document-store.ts';
import type { SearchPlan } from './plan-search.ts';
import type { SearchScope, WordQuery } from './search-query.ts';
import { seesAllHomes } from './ticket-search-store.ts';

/** The documents that hold all words, those that have them in the title, and those of changed tickets left out. */
export interface Holding {
  all: DocSet;
  titled: DocSet;
}

// Each costs about what reading a ticket costs, of which there are ten times as many.
const provenMax = 20_000;

/** Undefined where so many have to be checked that the tickets are better read through. */
export async function findHolding(
  db: WorkerContext,
  { groups, unproven, tail }: SearchPlan,
  wanted: WordQuery,
): Promise<Holding | undefined> {
  const queries = db.workerReads;
  const index = indexOf(db);
  if (groups.some(({ ticket }) => ticket.length === 0)) return { all: new DocSet(), titled: new DocSet() };
  const named = [...groups.map(({ ticket }) => ticket), ...groups.map(({ title }) => title)];
  const [sets, changed] = await Promise.all([
    readLists(queries, index, named),
    tail.length > 0 ? docsOfTickets(queries, tail) : new DocSet(),
  ]);
  const all = intersection(sets.slice(0, groups.length)).without(changed);
  const titled = intersection(sets.slice(groups.length)).keepOnly(all);
  if (unproven.length === 0) return { all, titled };
  if (all.size > provenMax) return undefined;
  const rows = await listHolding(queries, index, all, wanted, unproven);
  const inTitle = rows.filter((row) => row.inTitle === 1);
  return { all: DocSet.of(docsIn(rows)), titled: titled.keepOnly(DocSet.of(docsIn(inTitle))) };
}

const intersection = ([first = new DocSet(), ...rest]: DocSet[]) =>
  rest.reduce((set, other) => set.keepOnly(other), first);

const docsIn = (rows: { doc: number }[]) => rows.map(({ doc }) => doc);

/** Narrows to what somebody may see. */
export async function seenBy(
  db: WorkerContext,
  { all, titled }: Holding,
  { homes, statuses }: SearchScope,
): Promise<Holding> {
  const facets = statuses ? [statuses.map((status) => facetListName('status', status))] : [];
  await narrow(db, [all, titled], homes, facets);
  return { all, titled };
}

/** Narrows to what somebody may see, and of that to what stands in one of each group of lists. */
export async function narrow(
  db: WorkerContext,
  sets: DocSet[],
  homes: Homes,
  facets: string[][],
): Promise<void> {
  for (const kept of await readNarrowing(db, homes, facets)) for (const set of sets) set.keepOnly(kept);
}

async function readNarrowing(db: WorkerContext, homes: Homes, facets: string[][]): Promise<DocSet[]> {
  const { workerReads } = db;
  const isAll = await seesAllHomes(workerReads, homes);
  const named = [...(isAll ? [] : [homes.whole.map(homeListName)]), ...facets];
  if (named.length === 0) return [];
  const [sets, own] = await Promise.all([
    readLists(workerReads, indexOf(db), named),
    isAll || homes.guest.length === 0 ? undefined : docsOfPerson(workerReads, homes.guest, homes.userId),
  ]);
  if (own) sets[0]?.addAll(own);
  return sets;
}

/** The best of a few documents, as far as somebody may see them. */
export async function rankFew(
  db: WorkerContext,
  { all, titled }: Holding,
  looking: SearchScope,
  limit: number,
) {
  if (all.size === 0) return [];
  const { homes, statuses } = looking;
  const { workerReads } = db;
  const own = homes.guest.length > 0 ? await docsOfPerson(workerReads, homes.guest, homes.userId) : undefined;
  return rankDocuments(workerReads, indexOf(db), all, titled, { homes: homes.whole, own, statuses, limit });
}

/**
 * The first of very many documents. They are met soon on the way from the first of all; where that takes too long,
 * because they are all far behind, it is quicker to read them.
 */
export async function listFirst(
  db: WorkerContext,
  docs: DocSet,
  order: DocumentOrder,
  limit: number,
  readMax: number,
): Promise<PlacedDocument[]> {
  const { size } = docs;
  if (size === 0) return [];
  const found: PlacedDocument[] = [];
  let last: PlacedDocument | undefined;
  let step = Math.ceil((1.5 * limit * docs.span) / size);
  for (let met = 0; met < size && size > readMax; met += step, step *= 2) {
    const rows = await listDocumentsAlong(db.workerReads, order, last, step);
    found.push(...rows.filter(({ doc }) => docs.has(doc)));
    last = rows.at(-1);
    if (found.length >= limit || rows.length < step) return found.slice(0, limit);
  }
  return listFirstDocuments(db.workerReads, indexOf(db), docs, order, limit);
}
