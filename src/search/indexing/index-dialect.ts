import type { Queries, Tx } from '../../platform/db/index.ts';
import type { Piece } from './terms.ts';

/** A number from `search_terms`. */
export type TermId = number;

/** A part of a statement, with what is to be bound in it. */
export interface Fragment {
  sql: string;
  params: Record<string, string | number | string[]>;
}

/** How events stand one after the other: what is after a place or the index's own, and in what order. */
export interface EventOrder {
  after: string;
  afterCursor: string;
  ascending: string;
  descending: string;
}

export interface Term {
  id: TermId;
  term: string;
}

/** Terms of about the length of a word that hold one of its fragments. */
export interface Similarity {
  fragments: string[];
  lettersMin: number;
  lettersMax: number;
}

/** Nobody meant so many different things. */
export const similarTermsMax = 20_000;
export interface Posting {
  list: string;
  block: number;
  /** Undefined: no document is left. */
  docs: Uint8Array | undefined;
}

/** The places in which the engines differ. */
export interface SearchIndex {
  readonly eventOrder: EventOrder;
  /** The column `docs` of several postings, one after the other. */
  readonly joinedDocs: string;
  /** The terms that hold the piece, or begin with one of less than three letters; so many of them at most. */
  findTerms(queries: Queries, piece: Piece, limit: number): Promise<TermId[]>;
  /** The nearest in length first. */
  findSimilarTerms(queries: Queries, similarity: Similarity): Promise<Term[]>;
  /** A table with the numbers as its column `value`. */
  numbers(name: string, numbers: Iterable<number>): Fragment;
  /** That a number is one of many. */
  isAmong(column: string, name: string, numbers: Iterable<number>): Fragment;
  writePostings(tx: Tx, postings: Posting[]): Promise<void>;
}
