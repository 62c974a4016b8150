import type { Database, Queries } from '../platform/db/index.ts';
import { editsAllowed, fragmentsOf, isWithinEdits } from './edits.ts';
import { indexOf } from './engine-index.ts';
import { listTail } from './index-store.ts';
import type { SearchIndex, TermId } from './search-index.ts';
import { listSimilarTerms, type SimilarTerm } from './term-store.ts';
import { type Piece, piecesOf } from './terms.ts';

// With more terms than this for one word, or more changes, reading through the tickets is as fast.
const termsPerPieceMax = 256;
const changesMax = 2_000;
const similarTermsMax = 2_000;

/** How to find the tickets that hold all words. */
export interface SearchPlan {
  words: string[];
  /** Of each group at least one term must be in the ticket; undefined: no group can be found in any document. */
  groups: TermId[][] | undefined;
  /** The words (by their place) that the terms alone do not prove. */
  unproven: number[];
  /** Tickets that changed since the index was brought up to date. */
  tail: string[];
}

/** Undefined where the index does not help and the tickets have to be read through. */
export async function planSearch(db: Database, words: string[]): Promise<SearchPlan | undefined> {
  const queries = db.heavyReads;
  const tail = await listTail(queries, indexOf(db).eventOrder, changesMax);
  if (!tail.isWhole) return undefined;
  const groups: TermId[][] = [];
  const unproven: number[] = [];
  for (const [place, word] of words.entries()) {
    const { pieces, isExact } = piecesOf(word);
    const found = await Promise.all(pieces.map((piece) => findGroup(queries, indexOf(db), piece)));
    const narrow = found.filter((ids) => ids !== undefined);
    groups.push(...narrow);
    if (!isExact || narrow.length < found.length) unproven.push(place);
  }
  if (groups.length === 0) return undefined;
  return {
    words,
    groups: groups.some((ids) => ids.length === 0) ? undefined : groups,
    unproven,
    tail: tail.ids,
  };
}

async function findGroup(queries: Queries, index: SearchIndex, piece: Piece): Promise<TermId[] | undefined> {
  const ids = await index.findTerms(queries, piece, termsPerPieceMax + 1);
  return ids.length > termsPerPieceMax ? undefined : ids;
}

export interface TypoPlan extends SearchPlan {
  /** The words that were taken instead. */
  meant: string[];
}

/** For words that were not found as they stand: terms that differ from them by a letter or two. */
export async function planWithTypos(db: Database, words: string[]): Promise<TypoPlan | undefined> {
  const groups: TermId[][] = [];
  const meant: string[] = [];
  for (const word of words) {
    const { pieces, isExact } = piecesOf(word);
    const [piece] = pieces;
    if (!piece || !isExact) return undefined;
    const asTyped = (await findGroup(db.heavyReads, indexOf(db), piece)) ?? [];
    const similar = await findSimilar(db.heavyReads, piece);
    const ids = new Set([...asTyped, ...similar.map(({ id }) => id)]);
    if (ids.size === 0) return undefined;
    groups.push([...ids].slice(0, termsPerPieceMax));
    meant.push(word, ...similar.map(({ term }) => term));
  }
  return { words, groups, unproven: [], tail: [], meant };
}

async function findSimilar(queries: Queries, { text, letters }: Piece): Promise<SimilarTerm[]> {
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
