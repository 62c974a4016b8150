import type { Database, Queries } from '../platform/db/index.ts';
import { editsAllowed, fragmentsOf, isWithinEdits } from './edits.ts';
import { indexOf } from './engine-index.ts';
import { listTail } from './index-store.ts';
import { letterListName, type Place, termListName } from './lists.ts';
import type { SearchIndex } from './search-index.ts';
import { listSimilarTerms, type SimilarTerm } from './term-store.ts';
import { type Piece, piecesOf } from './terms.ts';

// With more terms than this for one word, or more changes, reading through the tickets is as fast.
const termsPerPieceMax = 4_000;
const changesMax = 2_000;
const similarTermsMax = 2_000;

/** The lists of which a ticket must stand in at least one, for a word anywhere in it and for one in its title. */
export type Group = Record<Place, string[]>;

/** How to find the tickets that hold all words. */
export interface SearchPlan {
  words: string[];
  groups: Group[];
  /** The words (by their place) that the lists alone do not prove. */
  unproven: number[];
  /** Tickets that changed since the index was brought up to date. */
  tail: string[];
}

/** Undefined where the index does not help and the tickets have to be read through. */
export async function planSearch(
  db: Database,
  words: string[],
  termsMax = termsPerPieceMax,
): Promise<SearchPlan | undefined> {
  const queries = db.heavyReads;
  const index = indexOf(db);
  const [tail, ...lookups] = await Promise.all([
    listTail(queries, index.eventOrder, changesMax),
    ...words.map((word) => lookUp(queries, index, word, termsMax)),
  ]);
  const groups = lookups.flatMap((found) => found.groups);
  if (!tail.isWhole || groups.length === 0) return undefined;
  const unproven = [...lookups.keys()].filter((place) => !lookups[place]?.isProven);
  return { words, groups, unproven, tail: tail.ids };
}

async function lookUp(
  queries: Queries,
  index: SearchIndex,
  word: string,
  termsMax: number,
): Promise<{ groups: Group[]; isProven: boolean }> {
  const [letter, ...more] = word;
  if (letter && more.length === 0) return { groups: [letterGroup(letter)], isProven: true };
  const { pieces, isExact } = piecesOf(word);
  const found = await Promise.all(pieces.map((piece) => index.findTerms(queries, piece, termsMax + 1)));
  const narrow = found.filter((ids) => ids.length <= termsMax);
  return { groups: narrow.map(termGroup), isProven: isExact && narrow.length === found.length };
}

const letterGroup = (letter: string): Group => ({
  ticket: [letterListName('ticket', letter)],
  title: [letterListName('title', letter)],
});

const termGroup = (ids: number[]): Group => ({
  ticket: ids.map((id) => termListName('ticket', id)),
  title: ids.map((id) => termListName('title', id)),
});

/** A word that was not found as it stands, and the terms that differ from it by a letter or two. */
export interface Meant {
  word: string;
  similar: string[];
  group: Group;
}

/** Undefined where not every word can have been misspelt or is there. */
export async function findMeant(db: Database, words: string[]): Promise<Meant[] | undefined> {
  const all = await Promise.all(words.map((word) => meantBy(db.heavyReads, indexOf(db), word)));
  const known = all.filter((meant) => meant !== undefined);
  return known.length === words.length ? known : undefined;
}

async function meantBy(queries: Queries, index: SearchIndex, word: string): Promise<Meant | undefined> {
  const { pieces, isExact } = piecesOf(word);
  const [piece] = pieces;
  if (!piece || !isExact) return undefined;
  const [asTyped, similar] = await Promise.all([
    index.findTerms(queries, piece, termsPerPieceMax),
    listSimilar(queries, piece),
  ]);
  const ids = new Set([...asTyped, ...similar.map(({ id }) => id)]);
  return { word, similar: similar.map(({ term }) => term), group: termGroup([...ids]) };
}

async function listSimilar(queries: Queries, { text, letters }: Piece): Promise<SimilarTerm[]> {
  const edits = editsAllowed(letters);
  if (edits === 0) return [];
  const terms = await listSimilarTerms(queries, {
    fragments: fragmentsOf(text, edits),
    lettersMin: letters - edits,
    lettersMax: letters + edits,
    limit: similarTermsMax,
  });
  return terms.filter(({ term }) => isWithinEdits(text, term, edits));
}
