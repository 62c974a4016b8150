import type { Queries } from '../platform/db/index.ts';
import type { Piece } from './terms.ts';

/** A number from `search_terms`. */
export type TermId = number;

/** Of each group at least one term must be in the ticket, or in its title. */
export interface TermGroups {
  groups: TermId[][];
  in: 'ticket' | 'title';
}

/** A part of a statement, with what is to be bound in it. */
export interface Fragment {
  sql: string;
  params: Record<string, string | number | string[]>;
}

export interface NewDocument {
  ticketId: string;
  homeId: string;
  updatedAt: number;
  digest: string;
  terms: TermId[];
  titleTerms: TermId[];
}

/** How events stand one after the other: what is after a place, what is up to another, and in what order. */
export interface EventOrder {
  after: string;
  upTo: string;
  ascending: string;
  descending: string;
}

/** The places in which the engines differ. */
export interface SearchIndex {
  readonly eventOrder: EventOrder;
  /** With more hits than this, a page of a list is found sooner along the index of its sort. */
  readonly listedHitsMax: number;
  /** The terms that hold the piece; so many of them at most. */
  findTerms(queries: Queries, piece: Piece, limit: number): Promise<TermId[]>;
  /** The tables and the condition of the documents `d` that hold the terms. */
  documents(terms: TermGroups): Fragment & { from: string };
  /** A condition on the document `d`. */
  holds(terms: TermGroups): Fragment;
  /** The same, asked of one document after the other; undefined where that costs more than reading the ticket. */
  holdsOne?(terms: TermGroups): Fragment;
  /** How many documents hold the terms, whoever may see them, but for those of some tickets. */
  count(terms: TermGroups, hasTail: boolean): Fragment;
  insertDocument(tx: Queries, document: NewDocument): Promise<unknown>;
  clear(tx: Queries): Promise<unknown>;
}
