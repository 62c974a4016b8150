import type { Queries, WorkerContext } from '../../platform/db/index.ts';
import { indexOf } from '../indexing/engine-dialect.ts';
import type { SearchIndex } from '../indexing/index-dialect.ts';
import { listTail } from '../indexing/index-store.ts';
import { letterListName, type Place, pairListName, termListName } from '../indexing/posting-lists.ts';
import { type Piece, piecesOf, separatorsIn } from '../indexing/terms.ts';

// With more terms than this for one word, or more changes, reading through the tickets is as fast.
const termsPerPieceMax = 40_000;
// There is one list for all that hold a letter or two, wherever, and nearly as good as those of so many terms.
const startsMax = 4_000;
const changesMax = 2_000;
// Each may bring very many terms, and whoever shares this thread waits while they are unpacked.
const wordsAtOnce = 2;

/** The lists of which a ticket must stand in at least one, for a word anywhere in it and for one in its title. */
export type Group = Record<Place, string[]>;

/** How to find the tickets that hold all words. */
export interface SearchPlan {
  groups: Group[];
  /** The words (by their place) that the lists alone do not prove. */
  unproven: number[];
  /** Tickets that changed since the index was brought up to date. */
  tail: string[];
}

/** Undefined where the index does not help and the tickets have to be read through. */
export async function planSearch(
  db: WorkerContext,
  words: string[],
  termsMax = termsPerPieceMax,
): Promise<SearchPlan | undefined> {
  const queries = db.workerReads;
  const index = indexOf(db);
  const lookUpAll = (some: string[]) =>
    Promise.all(some.map((word) => lookUp(queries, index, word, termsMax)));
  const [tail, lookups] = await Promise.all([
    listTail(queries, index.eventOrder, changesMax),
    lookUpAll(words.slice(0, wordsAtOnce)),
  ]);
  if (!tail.isWhole) return undefined;
  for (let start = wordsAtOnce; start < words.length; start += wordsAtOnce) {
    lookups.push(...(await lookUpAll(words.slice(start, start + wordsAtOnce))));
  }
  return {
    groups: lookups.flatMap((found) => found.groups),
    unproven: [...lookups.keys()].filter((place) => !lookups[place]?.isProven),
    tail: tail.ids,
  };
}

async function lookUp(
  queries: Queries,
  index: SearchIndex,
  word: string,
  termsMax: number,
): Promise<{ groups: Group[]; isProven: boolean }> {
  const { pieces, isExact } = piecesOf(word);
  const signs = separatorsIn(word).map(letterGroup);
  const found = await Promise.all(pieces.map((piece) => lookUpPiece(queries, index, piece, termsMax)));
  return {
    groups: [...found.map(({ group }) => group), ...signs],
    isProven: found.every(({ isProven }) => isProven) && (isExact || [...word].length === 1),
  };
}

/** What is short has a list of its own; so have the first two letters of what too many terms hold. */
export async function lookUpPiece(
  queries: Queries,
  index: SearchIndex,
  piece: Piece,
  termsMax = termsPerPieceMax,
): Promise<{ group: Group; isProven: boolean }> {
  const [first = '', second = ''] = piece.text;
  const wider = second === '' ? letterGroup(first) : pairGroup(first + second);
  const isShort = piece.letters <= 2;
  if (isShort && !piece.isStart) return { group: wider, isProven: true };
  const most = isShort ? Math.min(startsMax, termsMax) : termsMax;
  const ids = await index.findTerms(queries, piece, most + 1);
  return ids.length <= most ? { group: termGroup(ids), isProven: true } : { group: wider, isProven: isShort };
}

const groupOf = (nameFor: (place: Place) => string): Group => ({
  ticket: [nameFor('ticket')],
  title: [nameFor('title')],
});
const letterGroup = (letter: string) => groupOf((place) => letterListName(place, letter));
const pairGroup = (pair: string) => groupOf((place) => pairListName(place, pair));

export const termGroup = (ids: number[]): Group => ({
  ticket: ids.map((id) => termListName('ticket', id)),
  title: ids.map((id) => termListName('title', id)),
});
