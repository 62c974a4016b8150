import type { Queries, WorkerContext } from '../../platform/db/index.ts';
import { DocSet } from '../indexing/doc-set.ts';
import { engineDialect } from '../indexing/engine-dialect.ts';
import type { IndexDialect, TermBlock, TermId } from '../indexing/index-dialect.ts';
import {
  bigramListName,
  characterListName,
  type MatchField,
  termListName,
} from '../indexing/posting-lists.ts';
import { postingTables } from '../indexing/posting-tables.ts';
import { separatorsIn, type TermPattern, termPatterns } from '../indexing/terms.ts';
import { readTextLag, type TextLag } from './index-lag.ts';
import { addBlock } from './posting-store.ts';

// With more terms than this for one pattern, reading texts is as fast.
const termsPerPatternMax = 40_000;
// With more terms than this, a prefix of one or two characters is matched by its character or bigram list instead: one
// list with nearly the same documents.
const termsPerShortPrefixMax = 4_000;

/** Names of posting lists, at least one of which must contain a document: for a match anywhere, or in the title. */
export interface Clause extends Record<MatchField, string[]> {
  /** The documents in these lists, if they were read together with the terms. */
  docs?: Record<MatchField, DocSet>;
}

/** Tests set low limits, so that few terms and texts count as many. */
export interface SearchLimits {
  termsMax?: number;
  textsMax?: number;
}

/** How to find the documents that contain a word: the intersection of the clauses. */
export interface WordPlan {
  clauses: Clause[];
  /** True if the posting lists prove that a document contains the word. Otherwise its text must be read. */
  isExact: boolean;
}

/** How to find the documents that contain all words: the intersection of all clauses. */
export interface SearchPlan {
  words: WordPlan[];
  lag: TextLag;
}

export async function planSearch(
  db: WorkerContext,
  words: string[],
  { termsMax, textsMax }: SearchLimits = {},
): Promise<SearchPlan> {
  const [lag, plans] = await Promise.all([readTextLag(db, textsMax), planEach(db, words, termsMax)]);
  return { words: plans, lag };
}

/** Plans a search whose lag is known already. */
export async function planWords(
  db: WorkerContext,
  words: string[],
  lag: TextLag,
  termsMax?: number,
): Promise<SearchPlan> {
  return { words: await planEach(db, words, termsMax), lag };
}

/** Plans all words at once, so that PostgreSQL receives their statements together. */
const planEach = (db: WorkerContext, words: string[], termsMax = termsPerPatternMax): Promise<WordPlan[]> =>
  Promise.all(words.map((word) => planWord(db.workerReads, engineDialect(db), word, termsMax)));

async function planWord(
  queries: Queries,
  dialect: IndexDialect,
  word: string,
  termsMax: number,
): Promise<WordPlan> {
  const { patterns, isExact } = termPatterns(word);
  const separators = separatorsIn(word).map(characterClause);
  const plans = await Promise.all(
    patterns.map((pattern) => planPattern(queries, dialect, pattern, termsMax)),
  );
  return {
    clauses: [...plans.map(({ clause }) => clause), ...separators],
    isExact: plans.every((plan) => plan.isExact) && (isExact || [...word].length === 1),
  };
}

/**
 * Turns a pattern into the posting lists of its terms. A substring of one or two characters has its own posting list. A
 * pattern that too many terms match is widened to the bigram it begins with, and is not exact.
 */
async function planPattern(
  queries: Queries,
  dialect: IndexDialect,
  pattern: TermPattern,
  termsMax: number,
): Promise<{ clause: Clause; isExact: boolean }> {
  const [first = '', second = ''] = pattern.text;
  const wideClause = second === '' ? characterClause(first) : bigramClause(first + second);
  const isShort = pattern.characters <= 2;
  if (isShort && !pattern.isPrefix) return { clause: wideClause, isExact: true };
  const max = isShort ? Math.min(termsPerShortPrefixMax, termsMax) : termsMax;
  const { ids, blocks } = await dialect.findTerms(queries, pattern, max + 1);
  if (ids.length > max) return { clause: wideClause, isExact: isShort };
  return { clause: { ...termClause(ids), ...(blocks && { docs: docsIn(blocks) }) }, isExact: true };
}

function docsIn(blocks: TermBlock[]): Record<MatchField, DocSet> {
  const docs = { ticket: new DocSet(), title: new DocSet() };
  for (const { inTitle, block, docs: stored } of blocks)
    addBlock(inTitle === 1 ? docs.title : docs.ticket, postingTables.texts, block, stored);
  return docs;
}

const makeClause = (listNameIn: (field: MatchField) => string): Clause => ({
  ticket: [listNameIn('ticket')],
  title: [listNameIn('title')],
});
const characterClause = (character: string) => makeClause((field) => characterListName(field, character));
const bigramClause = (bigram: string) => makeClause((field) => bigramListName(field, bigram));

export const termClause = (ids: TermId[]): Clause => ({
  ticket: ids.map((id) => termListName('ticket', id)),
  title: ids.map((id) => termListName('title', id)),
});
