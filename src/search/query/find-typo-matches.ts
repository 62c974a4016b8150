import { newBreaks } from '../../platform/breaks.ts';
import type { Queries, WorkerContext } from '../../platform/db/index.ts';
import { indexOf } from '../indexing/engine-dialect.ts';
import type { SearchIndex } from '../indexing/index-dialect.ts';
import { type Piece, piecesOf, termsOf } from '../indexing/terms.ts';
import { editsAllowed, editTest, fragmentsOf } from './edit-distance.ts';
import { findHolding } from './match-documents.ts';
import { type Group, lookUpPiece, type SearchPlan, termGroup } from './plan-search.ts';
import { best, type Found, rankHolding } from './rank-matches.ts';
import type { SearchScope, WordQuery } from './search-query.ts';
import { type Hit, listTextsOf } from './ticket-search-store.ts';

// What is not indexed yet is read and compared word by word, so only the newest and not all of the longest is.
const changedTicketsMax = 200;
const lettersReadMax = { ofTicket: 20_000, ofAll: 400_000 };

/** The best tickets that hold words a letter or two away from those that were typed. */
export async function findMisspelt(
  db: WorkerContext,
  looking: SearchScope,
  wanted: WordQuery,
  plan: SearchPlan | undefined,
  limit: number,
): Promise<Found & { meant: string[] }> {
  const nothing = { hits: [], total: 0, meant: [] };
  // Far behind, the index may know tickets as somebody may not see them any more.
  if (!plan) return nothing;
  const { tail } = plan;
  const all = await findMeant(db, wanted.words, tail.length === 0);
  if (!all) return nothing;
  const changed = await readChanged(db, looking, all, tail.slice(-changedTicketsMax));
  const isKnown = all.every(({ group }) => group.ticket.length > 0);
  const groups = all.map(({ group }) => group);
  // What the index holds as typed was looked for already.
  const isMore = all.some(({ addsTerms }) => addsTerms);
  const holding =
    isKnown && isMore ? await findHolding(db, { groups, unproven: [], tail }, wanted) : undefined;
  const indexed = holding ? await rankHolding(db, looking, holding, limit) : nothing;
  return {
    hits: best([...indexed.hits, ...changed.hits], limit),
    total: indexed.total + changed.hits.length,
    meant: [...all.flatMap(({ word, similar }) => [word, ...similar]), ...changed.similar],
  };
}

/** A word that was not found as it stands, and the terms that differ from it by a letter or two. */
interface Meant {
  word: string;
  similar: string[];
  group: Group;
  /** Whether some of the terms do not hold it as it was typed. */
  addsTerms: boolean;
}

/** Undefined where not every word can have been misspelt or is there; one after the other, for the first may end it. */
async function findMeant(
  db: WorkerContext,
  words: string[],
  isAllIndexed: boolean,
): Promise<Meant[] | undefined> {
  const all: Meant[] = [];
  for (const word of words) {
    const meant = await meantBy(db.workerReads, indexOf(db), word);
    if (!meant || (isAllIndexed && meant.group.ticket.length === 0)) return undefined;
    all.push(meant);
  }
  return all;
}

async function meantBy(queries: Queries, index: SearchIndex, word: string): Promise<Meant | undefined> {
  const { pieces, isExact } = piecesOf(word);
  const [piece] = pieces;
  if (!piece || !isExact) return undefined;
  const [asTyped, similar] = await Promise.all([
    lookUpPiece(queries, index, piece),
    listSimilar(queries, index, piece),
  ]);
  if (!asTyped.isProven) return undefined;
  const ofSimilar = termGroup(similar.map(({ id }) => id));
  const ticket = [...new Set([...asTyped.group.ticket, ...ofSimilar.ticket])];
  const title = [...new Set([...asTyped.group.title, ...ofSimilar.title])];
  return {
    word,
    similar: similar.map(({ term }) => term),
    group: { ticket, title },
    addsTerms: ticket.length > asTyped.group.ticket.length,
  };
}

async function listSimilar(queries: Queries, index: SearchIndex, { text, letters }: Piece) {
  const edits = editsAllowed(letters);
  if (edits === 0) return [];
  const candidates = await index.findSimilarTerms(queries, {
    fragments: fragmentsOf(text, edits),
    lettersMin: letters - edits,
    lettersMax: letters + edits,
  });
  const maybeBreak = newBreaks();
  const isSimilar = editTest(text, edits);
  const similar: typeof candidates = [];
  for (const candidate of candidates) {
    if (isSimilar(candidate.term)) similar.push(candidate);
    await maybeBreak();
  }
  return similar;
}

interface WordTest {
  word: string;
  isSimilar: (term: string) => boolean;
}

async function readChanged(db: WorkerContext, looking: SearchScope, all: Meant[], tail: string[]) {
  const hits: Hit[] = [];
  const similar = new Set<string>();
  if (tail.length === 0) return { hits, similar: [] };
  const tests = all.map(({ word }) => ({ word, isSimilar: editTest(word, editsAllowed([...word].length)) }));
  const maybeBreak = newBreaks();
  let lettersLeft = lettersReadMax.ofAll;
  for (const { id, updatedAt, title, text } of await listTextsOf(db.workerReads, looking, tail)) {
    const whole = `${title}\n${text}`.slice(0, Math.min(lettersReadMax.ofTicket, lettersLeft));
    lettersLeft -= whole.length;
    const inTitle = heldBy(tests, title);
    const inTicket = inTitle ?? heldBy(tests, whole);
    await maybeBreak();
    if (!inTicket) continue;
    for (const term of inTicket) similar.add(term);
    hits.push({ id, updatedAt, inTitle: inTitle ? 1 : 0 });
  }
  return { hits, similar: [...similar] };
}

/** The terms of a text by which it holds all words; undefined where one is missing. */
function heldBy(tests: WordTest[], text: string): string[] | undefined {
  const terms = [...termsOf(text)];
  const held: string[] = [];
  for (const { word, isSimilar } of tests) {
    const found = terms.filter((term) => term.includes(word) || isSimilar(term));
    if (found.length === 0) return undefined;
    held.push(...found);
  }
  return held;
}
