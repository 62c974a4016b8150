import type { Queries, Tx } from '../../platform/db/index.ts';
import type { Fragments } from '../../platform/edit-distance.ts';
import type { PostingTable } from './posting-tables.ts';
import type { TermPattern } from './terms.ts';

/** The id of a term in `search_terms`. */
export type TermId = number;

/** A part of an SQL statement with its parameters. */
export interface Fragment {
  sql: string;
  params: Record<string, string | number | string[]>;
}

/** SQL for the order of events: the conditions "after an event" and "after the index cursor", and the sort orders. */
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

/** Selects terms that may be within the edit distance of a word: of similar length, and with one of its fragments. */
export interface SimilarTermFilter {
  fragments: Fragments;
  charactersMin: number;
  charactersMax: number;
}

/** The maximum number of terms that are compared with a misspelt word. */
export const similarTermsMax = 20_000;

export interface FoundTerms {
  ids: TermId[];
  /** The blocks of the posting lists, if there are so few terms that the same statement reads them. */
  blocks?: TermBlock[];
}

export interface TermBlock {
  /** 1 in the list for titles, 0 in the list for whole tickets. */
  inTitle: number;
  block: number;
  docs: Uint8Array;
}

/** One block of a posting list. */
export interface PostingBlock {
  list: string;
  block: number;
  /** The encoded document numbers; undefined deletes the row. */
  docs: Uint8Array | undefined;
}

/** The SQL in which the two database engines differ. */
export interface IndexDialect {
  readonly eventOrder: EventOrder;
  /** An aggregate that concatenates the column `docs` of several posting blocks. */
  readonly concatenatedDocs: string;
  /** Finds at most `limit` terms that match a pattern. A pattern of fewer than three characters must be a prefix. */
  findTerms(queries: Queries, pattern: TermPattern, limit: number): Promise<FoundTerms>;
  /** Lists the terms nearest in length first. */
  findSimilarTerms(queries: Queries, filter: SimilarTermFilter): Promise<Term[]>;
  /** A table with the numbers in its column `value`. */
  numbersTable(name: string, numbers: Iterable<number>): Fragment;
  /** The condition that a column is one of the numbers. */
  isOneOf(column: string, name: string, numbers: Iterable<number>): Fragment;
  writePostings(tx: Tx, table: PostingTable, blocks: PostingBlock[]): Promise<void>;
  /** Writes the documents of buckets, and deletes the buckets with the numbers in `emptied`. */
  writeBuckets(tx: Tx, buckets: { number: number; docs: number[] }[], emptied: number[]): Promise<void>;
  /** Deletes all rows of tables without reading them. */
  truncate(tx: Tx, tables: string[]): Promise<void>;
}
