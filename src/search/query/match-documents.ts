import type { WorkerContext } from '../../platform/db/index.ts';
import type { Homes } from '../../tickets/index.ts';
import { DocSet } from '../indexing/doc-set.ts';
import { engineDialect } from '../indexing/engine-dialect.ts';
import { facetListName, homeListName, type MatchField } from '../indexing/posting-lists.ts';
import { postingTables } from '../indexing/posting-tables.ts';
import * as store from './document-store.ts';
import { listCurrentLists } from './facet-lists.ts';
import type { Clause, SearchPlan } from './plan-search.ts';
import { readPostings } from './posting-store.ts';
import { findKnownFacets, readFacets } from './read-facets.ts';
import type { SearchScope, WordQuery } from './search-query.ts';
import { canSeeAllHomes } from './ticket-search-store.ts';

/** The documents that contain all words, and those with all words in the title. Unindexed tickets are left out. */
export interface Matches {
  all: DocSet;
  inTitle: DocSet;
}

// Verifying a candidate costs about as much as scanning a ticket, of which there may be ten times as many.
const verifiedMax = 100_000;

/** Returns undefined if so many candidates need verification that the tickets table must be scanned. */
export async function findMatches(
  db: WorkerContext,
  { words, lag }: SearchPlan,
  query: WordQuery,
): Promise<Matches | undefined> {
  const queries = db.workerReads;
  const dialect = engineDialect(db);
  const clauses = words.flatMap((word) => word.clauses);
  const unverified = [...words.keys()].filter((index) => !words[index]?.isExact);
  if (!lag.staleDocs || clauses.some(({ ticket }) => ticket.length === 0))
    return { all: new DocSet(), inTitle: new DocSet() };
  const sets = await readClauses(db, clauses);
  const all = intersection(sets.map(({ ticket }) => ticket)).difference(lag.staleDocs);
  const inTitle = intersection(sets.map(({ title }) => title)).intersectWith(all);
  if (unverified.length === 0) return { all, inTitle };
  if (all.size > verifiedMax) return undefined;
  const rows = await store.filterByWords(queries, dialect, all, query, unverified);
  const titleRows = rows.filter((row) => row.inTitle === 1);
  return { all: DocSet.of(docsIn(rows)), inTitle: inTitle.intersectWith(DocSet.of(docsIn(titleRows))) };
}

/** Reads the documents of each clause. The caller may change the sets. */
async function readClauses(db: WorkerContext, clauses: Clause[]): Promise<Record<MatchField, DocSet>[]> {
  const unread = clauses.filter(({ docs }) => docs === undefined);
  const groups = unread.flatMap(({ ticket, title }) => [ticket, title]);
  const sets = await readPostings(db.workerReads, engineDialect(db), postingTables.texts, groups);
  const following = sets.values();
  const next = () => following.next().value as DocSet;
  return clauses.map(({ docs }) =>
    docs ? { ticket: docs.ticket.copy(), title: docs.title.copy() } : { ticket: next(), title: next() },
  );
}

const intersection = ([first = new DocSet(), ...rest]: DocSet[]) =>
  rest.reduce((set, other) => set.intersectWith(other), first);

const docsIn = (rows: { doc: number }[]) => rows.map(({ doc }) => doc);

/** Removes matches that the caller may not see. */
export async function restrictToScope(
  db: WorkerContext,
  { all, inTitle }: Matches,
  { homes, statuses }: SearchScope,
): Promise<void> {
  const facets = statuses ? [statuses.map((status) => facetListName('status', status))] : [];
  const seesAll = await canSeeAllHomes(db.workerReads, homes);
  for (const kept of await readRestrictions(db, homes, facets, { seesAll, skipIfAllVisible: true }))
    for (const set of [all, inTitle]) set.intersectWith(kept);
}

/**
 * Reads the documents that the caller may see and, for each facet, the documents in one of its posting lists. With
 * `skipIfAllVisible`, the first are left out if the caller sees everything.
 */
export async function readRestrictions(
  db: WorkerContext,
  homes: Homes,
  facets: string[][],
  { seesAll, skipIfAllVisible }: { seesAll: boolean; skipIfAllVisible: boolean },
): Promise<DocSet[]> {
  // Together these lists contain every document, and they are fewer than those of homes.
  const all = skipIfAllVisible || !seesAll ? [] : [await listCurrentLists(db, 'status')];
  const groups = [...(seesAll ? all : scopeGroups(homes)), ...facets];
  const sets = await readFacets(db, groups);
  if (seesAll) return sets;
  const [whole, guest, own, ...kept] = sets as [DocSet, DocSet, DocSet, ...DocSet[]];
  return [whole.unionWith(guest.intersectWith(own)), ...kept];
}

/** The documents of fully visible homes, those of other homes, and which of the latter are the caller's. */
const scopeGroups = (homes: Homes) => [
  ...homeGroups(homes),
  homes.guest.length > 0
    ? [facetListName('assignee', homes.userId), facetListName('reporter', homes.userId)]
    : [],
];
const homeGroups = ({ whole, guest }: Homes) => [whole.map(homeListName), guest.map(homeListName)];

/** Ranks few matches: the database reads and sorts all of them, unless none is in a home of the caller. */
export async function rankFewMatches(
  db: WorkerContext,
  { all, inTitle }: Matches,
  { homes, statuses }: SearchScope,
  limit: number,
) {
  if (all.size === 0) return [];
  const known = await findKnownFacets(db, homeGroups(homes));
  if (known && !known.some((docs) => docs.hasAnyOf(all))) return [];
  return store.rankDocuments(db.workerReads, engineDialect(db), all, inTitle, { homes, statuses, limit });
}
