import type { WorkerContext } from '../../platform/db/index.ts';
import type { Homes } from '../../tickets/index.ts';
import { DocSet } from '../indexing/doc-set.ts';
import { dialectOf } from '../indexing/engine-dialect.ts';
import { facetListName, homeListName } from '../indexing/posting-lists.ts';
import type { DocumentOrder, SortedDocument } from './document-store.ts';
import * as store from './document-store.ts';
import type { SearchPlan } from './plan-search.ts';
import { readPostings } from './posting-store.ts';
import type { SearchScope, WordQuery } from './search-query.ts';
import { canSeeAllHomes } from './ticket-search-store.ts';

/** The documents that contain all words, and those that have all of them in the title. Unindexed tickets are left out. */
export interface Matches {
  all: DocSet;
  inTitle: DocSet;
}

// Verifying a candidate costs about as much as scanning a ticket; 200,000 tickets are ten times as many.
const verifiedMax = 20_000;

/** Undefined where so many candidates need verification that the tickets table has to be scanned. */
export async function findMatches(
  db: WorkerContext,
  { clauses, unverified, unindexedIds }: SearchPlan,
  query: WordQuery,
): Promise<Matches | undefined> {
  const queries = db.workerReads;
  const dialect = dialectOf(db);
  if (clauses.some(({ ticket }) => ticket.length === 0)) return { all: new DocSet(), inTitle: new DocSet() };
  const groups = [...clauses.map(({ ticket }) => ticket), ...clauses.map(({ title }) => title)];
  const [sets, unindexed] = await Promise.all([
    readPostings(queries, dialect, groups),
    unindexedIds.length > 0 ? store.docsOfTickets(queries, unindexedIds) : new DocSet(),
  ]);
  const all = intersection(sets.slice(0, clauses.length)).difference(unindexed);
  const inTitle = intersection(sets.slice(clauses.length)).intersectWith(all);
  if (unverified.length === 0) return { all, inTitle };
  if (all.size > verifiedMax) return undefined;
  const rows = await store.filterByWords(queries, dialect, all, query, unverified);
  const titleRows = rows.filter((row) => row.inTitle === 1);
  return { all: DocSet.of(docsIn(rows)), inTitle: inTitle.intersectWith(DocSet.of(docsIn(titleRows))) };
}

const intersection = ([first = new DocSet(), ...rest]: DocSet[]) =>
  rest.reduce((set, other) => set.intersectWith(other), first);

const docsIn = (rows: { doc: number }[]) => rows.map(({ doc }) => doc);

/** Removes what the caller may not see from the matches. */
export async function restrictToScope(
  db: WorkerContext,
  { all, inTitle }: Matches,
  { homes, statuses }: SearchScope,
): Promise<void> {
  const facets = statuses ? [statuses.map((status) => facetListName('status', status))] : [];
  await restrictDocSets(db, [all, inTitle], homes, facets);
}

/** Removes from the sets what the caller may not see, and what is in none of the posting lists of a facet. */
export async function restrictDocSets(
  db: WorkerContext,
  sets: DocSet[],
  homes: Homes,
  facets: string[][],
): Promise<void> {
  for (const kept of await readRestrictions(db, homes, facets))
    for (const set of sets) set.intersectWith(kept);
}

async function readRestrictions(db: WorkerContext, homes: Homes, facets: string[][]): Promise<DocSet[]> {
  const { workerReads } = db;
  const seesAll = await canSeeAllHomes(workerReads, homes);
  const groups = [...(seesAll ? [] : [homes.whole.map(homeListName)]), ...facets];
  if (groups.length === 0) return [];
  const [sets, guestDocs] = await Promise.all([
    readPostings(workerReads, dialectOf(db), groups),
    seesAll || homes.guest.length === 0
      ? undefined
      : store.docsOfPerson(workerReads, homes.guest, homes.userId),
  ]);
  if (guestDocs) sets[0]?.unionWith(guestDocs);
  return sets;
}

/** The best visible documents of few matches: the database reads and sorts all of them. */
export async function rankFewMatches(
  db: WorkerContext,
  { all, inTitle }: Matches,
  { homes, statuses }: SearchScope,
  limit: number,
) {
  if (all.size === 0) return [];
  const { workerReads } = db;
  const guestDocs =
    homes.guest.length > 0 ? await store.docsOfPerson(workerReads, homes.guest, homes.userId) : undefined;
  return store.rankDocuments(workerReads, dialectOf(db), all, inTitle, {
    homes: homes.whole,
    guestDocs,
    statuses,
    limit,
  });
}

/**
 * The first of many documents in an order. It walks all documents in that order, in growing steps, and keeps those of
 * the set: where the set is large, its first documents are met soon. After as many documents as the set has, it stops
 * walking and sorts the set instead.
 */
export async function listFirstDocuments(
  db: WorkerContext,
  docs: DocSet,
  order: DocumentOrder,
  limit: number,
  sortedMax: number,
): Promise<SortedDocument[]> {
  const { size } = docs;
  if (size === 0) return [];
  const found: SortedDocument[] = [];
  let last: SortedDocument | undefined;
  let step = Math.ceil((1.5 * limit * docs.span) / size);
  for (let walked = 0; walked < size && size > sortedMax; walked += step, step *= 2) {
    const rows = await store.listNextDocuments(db.workerReads, order, last, step);
    found.push(...rows.filter(({ doc }) => docs.has(doc)));
    last = rows.at(-1);
    if (found.length >= limit || rows.length < step) return found.slice(0, limit);
  }
  return store.sortDocuments(db.workerReads, dialectOf(db), docs, order, limit);
}
