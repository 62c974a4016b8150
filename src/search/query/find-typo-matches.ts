import type { Queries, WorkerContext } from '../../platform/db/index.ts';
import { maxEdits, newEditDistanceTest, splitIntoFragments } from '../../platform/edit-distance.ts';
import { newYielder } from '../../platform/yield-to-event-loop.ts';
import { DocSet } from '../indexing/doc-set.ts';
import { engineDialect } from '../indexing/engine-dialect.ts';
import type { IndexDialect } from '../indexing/index-dialect.ts';
import { postingTables } from '../indexing/posting-tables.ts';
import { splitIntoTerms, type TermPattern, termPatterns } from '../indexing/terms.ts';
import { findMatches, rankFewMatches } from './match-documents.ts';
import { type Clause, type SearchPlan, termClause, type WordPlan } from './plan-search.ts';
import { readPostings } from './posting-store.ts';
import { type RankedHits, rankMatches, sortedMatchesMax } from './rank-matches.ts';
import type { SearchScope, WordQuery } from './search-query.ts';
import { type Hit, type HitWindow, listVisibleTexts } from './ticket-search-store.ts';

// Unindexed tickets are compared term by term, so only the newest are read, and only a part of long texts.
const unindexedTicketsMax = 200;
const charactersReadMax = { perTicket: 20_000, inTotal: 400_000 };

/** Finds the best tickets with words within an edit distance of one or two of the typed ones. */
export async function findTypoMatches(
  db: WorkerContext,
  scope: SearchScope,
  query: WordQuery,
  plan: SearchPlan,
  window: HitWindow,
): Promise<RankedHits & { highlightWords: string[] }> {
  const nothing = { hits: [], total: 0, highlightWords: [] };
  const { lag } = plan;
  const expansions = await expandWords(db, scope, query.words, plan);
  if (!expansions) return nothing;
  const unindexed = await findInUnindexed(db, scope, expansions, lag.ids.slice(0, unindexedTicketsMax));
  const isInIndex = expansions.every(({ clause }) => clause.ticket.length > 0);
  // The exact search before this one has matched the words as typed.
  const addsTerms = expansions.some((expansion) => expansion.addsTerms);
  const words = expansions.map(({ clause }) => ({ clauses: [clause], isExact: true }));
  const found = isInIndex && addsTerms ? await findMatches(db, { words, lag }, query) : undefined;
  const matches = found ?? { all: new DocSet(), inTitle: new DocSet() };
  return {
    ...(await rankMatches(db, scope, matches, unindexed.hits, window)),
    highlightWords: [
      ...expansions.flatMap(({ word, similarTerms }) => [word, ...similarTerms]),
      ...unindexed.matchedTerms,
    ],
  };
}

/** A typed word and the indexed terms within its edit distance. */
interface TypoExpansion {
  word: string;
  similarTerms: string[];
  /** The posting lists of the terms that contain the word, and of the similar ones. */
  clause: Clause;
  /** True if some of the similar terms do not contain the word. */
  addsTerms: boolean;
}

/**
 * Returns undefined if one of the words can neither be found nor be a typo, or the caller sees no ticket with it.
 * Expands one word after the other, because any may end the search: the longest first, which is probably the rarest.
 */
async function expandWords(
  db: WorkerContext,
  scope: SearchScope,
  words: string[],
  plan: SearchPlan,
): Promise<TypoExpansion[] | undefined> {
  const isAllIndexed = plan.lag.ids.length === 0;
  const expansions: TypoExpansion[] = [];
  const longestFirst = [...words.keys()].sort((a, b) => wordLength(words[b]) - wordLength(words[a]));
  for (const [position, index] of longestFirst.entries()) {
    const expansion = await expandWord(db, words[index] as string, plan.words[index] as WordPlan);
    if (!expansion) return undefined;
    expansions[index] = expansion;
    if (!isAllIndexed) continue;
    if (expansion.clause.ticket.length === 0) return undefined;
    // The matches of the last word are ranked anyway, which shows the same.
    const isLast = position === words.length - 1;
    if (!isLast && !(await mayBeSeen(db, scope, expansion.clause))) return undefined;
  }
  return expansions;
}

/** Returns false if the caller sees no document with any of the terms. Not checked if there are many documents. */
async function mayBeSeen(db: WorkerContext, scope: SearchScope, { ticket }: Clause): Promise<boolean> {
  const [all] = (await readPostings(db.workerReads, engineDialect(db), postingTables.texts, [ticket])) as [
    DocSet,
  ];
  if (all.size > sortedMatchesMax) return true;
  return (await rankFewMatches(db, { all, inTitle: new DocSet() }, scope, 1)).length > 0;
}

const wordLength = (word = '') => word.length;

async function expandWord(
  db: WorkerContext,
  word: string,
  { clauses, isExact: isPlanExact }: WordPlan,
): Promise<TypoExpansion | undefined> {
  const { patterns, isExact } = termPatterns(word);
  const [pattern] = patterns;
  const [asTyped] = clauses;
  if (!pattern || !asTyped || !isExact || !isPlanExact) return undefined;
  const similar = await listSimilarTerms(db.workerReads, engineDialect(db), pattern);
  const similarClause = termClause(similar.map(({ id }) => id));
  const ticket = [...new Set([...asTyped.ticket, ...similarClause.ticket])];
  const title = [...new Set([...asTyped.title, ...similarClause.title])];
  return {
    word,
    similarTerms: similar.map(({ term }) => term),
    clause: { ticket, title },
    addsTerms: ticket.length > asTyped.ticket.length,
  };
}

async function listSimilarTerms(queries: Queries, dialect: IndexDialect, { text, characters }: TermPattern) {
  const edits = maxEdits(characters);
  if (edits === 0) return [];
  const candidates = await dialect.findSimilarTerms(queries, {
    fragments: splitIntoFragments(text, edits),
    charactersMin: characters - edits,
    charactersMax: characters + edits,
  });
  const yieldIfDue = newYielder();
  const isSimilar = newEditDistanceTest(text, edits);
  const similar: typeof candidates = [];
  for (const candidate of candidates) {
    if (isSimilar(candidate.term)) similar.push(candidate);
    await yieldIfDue();
  }
  return similar;
}

interface WordTest {
  word: string;
  isSimilar: (term: string) => boolean;
}

async function findInUnindexed(
  db: WorkerContext,
  scope: SearchScope,
  expansions: TypoExpansion[],
  ids: string[],
) {
  const hits: Hit[] = [];
  const matchedTerms = new Set<string>();
  if (ids.length === 0) return { hits, matchedTerms };
  const tests = expansions.map(({ word }) => ({
    word,
    isSimilar: newEditDistanceTest(word, maxEdits([...word].length)),
  }));
  const yieldIfDue = newYielder();
  let charactersLeft = charactersReadMax.inTotal;
  for (const { id, updatedAt, title, text } of await listVisibleTexts(db.workerReads, scope, ids)) {
    const whole = `${title}\n${text}`.slice(0, Math.min(charactersReadMax.perTicket, charactersLeft));
    charactersLeft -= whole.length;
    const titleTerms = matchTerms(tests, title);
    const terms = titleTerms ?? matchTerms(tests, whole);
    await yieldIfDue();
    if (!terms) continue;
    for (const term of terms) matchedTerms.add(term);
    hits.push({ id, updatedAt, inTitle: titleTerms ? 1 : 0 });
  }
  return { hits, matchedTerms };
}

/** Lists the terms of a text that match the words; undefined if a word has no match. */
function matchTerms(tests: WordTest[], text: string): string[] | undefined {
  const terms = [...splitIntoTerms(text)];
  const matched: string[] = [];
  for (const { word, isSimilar } of tests) {
    const found = terms.filter((term) => term.includes(word) || isSimilar(term));
    if (found.length === 0) return undefined;
    matched.push(...found);
  }
  return matched;
}
