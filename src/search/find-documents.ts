import type { Database } from '../platform/db/index.ts';
import { DocSet } from './doc-set.ts';
import {
  type Document,
  docsOfPerson,
  docsOfTickets,
  listHolding,
  listNewestDocuments,
  rankDocuments,
  readLists,
} from './document-store.ts';
import { indexOf } from './engine-index.ts';
import { homeListName, statusListName } from './lists.ts';
import type { SearchPlan } from './plan-search.ts';
import { type Looking, seesAllHomes } from './ticket-search-store.ts';

/** The documents that hold all words, those that have them in the title, and those of changed tickets left out. */
export interface Holding {
  all: DocSet;
  titled: DocSet;
}

// Each costs about what reading a ticket costs, of which there are ten times as many.
const provenMax = 20_000;

/** Undefined where so many have to be checked that the tickets are better read through. */
export async function findHolding(
  db: Database,
  { words, groups, unproven, tail }: SearchPlan,
): Promise<Holding | undefined> {
  const queries = db.heavyReads;
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
  const rows = await listHolding(queries, index, all, words, unproven);
  const inTitle = rows.filter((row) => row.inTitle === 1);
  return { all: DocSet.of(docsIn(rows)), titled: titled.keepOnly(DocSet.of(docsIn(inTitle))) };
}

const intersection = ([first = new DocSet(), ...rest]: DocSet[]) =>
  rest.reduce((set, other) => set.keepOnly(other), first);

const docsIn = (rows: { doc: number }[]) => rows.map(({ doc }) => doc);

/** Narrows to what somebody may see. */
export async function seenBy(db: Database, { all, titled }: Holding, looking: Looking): Promise<Holding> {
  const sets = await listsSeenBy(db, looking);
  for (const seen of sets) {
    all.keepOnly(seen);
    titled.keepOnly(seen);
  }
  return { all, titled };
}

async function listsSeenBy(db: Database, { homes, statuses }: Looking): Promise<DocSet[]> {
  const { heavyReads } = db;
  const isAll = await seesAllHomes(heavyReads, homes);
  const named = [
    ...(isAll ? [] : [homes.whole.map(homeListName)]),
    ...(statuses ? [statuses.map(statusListName)] : []),
  ];
  if (named.length === 0) return [];
  const [sets, own] = await Promise.all([
    readLists(heavyReads, indexOf(db), named),
    isAll || homes.guest.length === 0 ? undefined : docsOfPerson(heavyReads, homes.guest, homes.userId),
  ]);
  if (own) sets[0]?.addAll(own);
  return sets;
}

/** The best of a few documents, as far as somebody may see them. */
export async function rankFew(db: Database, { all, titled }: Holding, looking: Looking, limit: number) {
  if (all.size === 0) return [];
  const { homes, statuses } = looking;
  const { heavyReads } = db;
  const own = homes.guest.length > 0 ? await docsOfPerson(heavyReads, homes.guest, homes.userId) : undefined;
  return rankDocuments(heavyReads, indexOf(db), all, titled, { homes: homes.whole, own, statuses, limit });
}

/**
 * The newest of very many documents. They are met soon on the way from the newest of all; where that takes too
 * long, because they are all old, it is quicker to read them.
 */
export async function listNewest(
  db: Database,
  docs: DocSet,
  limit: number,
  readMax: number,
): Promise<Document[]> {
  const { size } = docs;
  if (size === 0) return [];
  const found: Document[] = [];
  let last: Document | undefined;
  let step = Math.ceil((1.5 * limit * docs.span) / size);
  for (let met = 0; met < size && size > readMax; met += step, step *= 2) {
    const rows = await listNewestDocuments(db.heavyReads, last, step);
    found.push(...rows.filter(({ doc }) => docs.has(doc)));
    last = rows.at(-1);
    if (found.length >= limit || rows.length < step) return found.slice(0, limit);
  }
  return rankDocuments(db.heavyReads, indexOf(db), docs, docs, { limit });
}
