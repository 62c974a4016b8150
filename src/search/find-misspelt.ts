import type { Database } from '../platform/db/index.ts';
import { editsAllowed, isWithinEdits } from './edits.ts';
import { indexOf } from './engine-index.ts';
import { best, type Found, rankHolding } from './find-as-typed.ts';
import { findHolding } from './find-documents.ts';
import { listTail } from './index-store.ts';
import { findMeant, type Meant } from './plan-search.ts';
import { termsOf } from './terms.ts';
import { type Hit, type Looking, listTextsOf } from './ticket-search-store.ts';

// What is not indexed yet is read and compared word by word, so only the newest of it is.
const changedTicketsMax = 200;
const lettersReadMax = 20_000;

/** The best tickets that hold words a letter or two away from those that were typed. */
export async function findMisspelt(
  db: Database,
  looking: Looking,
  words: string[],
  limit: number,
): Promise<Found & { meant: string[] }> {
  const nothing = { hits: [], total: 0, meant: [] };
  const { ids: tail } = await listTail(db.heavyReads, indexOf(db).eventOrder, changedTicketsMax);
  const all = await findMeant(db, words);
  if (!all) return nothing;
  const changed = tail.length > 0 ? await readChanged(db, looking, all, tail) : { hits: [], similar: [] };
  const isKnown = all.every(({ group }) => group.ticket.length > 0);
  const plan = { words, groups: all.map(({ group }) => group), unproven: [], tail };
  const holding = isKnown ? await findHolding(db, plan) : undefined;
  const indexed = holding ? await rankHolding(db, looking, holding, limit) : nothing;
  return {
    hits: best([...indexed.hits, ...changed.hits], limit),
    total: indexed.total + changed.hits.length,
    meant: [...all.flatMap(({ word, similar }) => [word, ...similar]), ...changed.similar],
  };
}

async function readChanged(db: Database, looking: Looking, all: Meant[], tail: string[]) {
  const hits: Hit[] = [];
  const similar = new Set<string>();
  for (const { id, updatedAt, title, text } of await listTextsOf(db.heavyReads, looking, tail)) {
    const inTitle = heldBy(all, title);
    const inTicket = inTitle ?? heldBy(all, `${title}\n${text}`.slice(0, lettersReadMax));
    if (!inTicket) continue;
    for (const term of inTicket) similar.add(term);
    hits.push({ id, updatedAt, inTitle: inTitle ? 1 : 0 });
  }
  return { hits, similar: [...similar] };
}

/** The terms of a text by which it holds all words; undefined where one is missing. */
function heldBy(all: Meant[], text: string): string[] | undefined {
  const terms = [...termsOf(text)];
  const held = all.map(({ word }) => {
    const edits = editsAllowed([...word].length);
    return terms.filter((term) => term.includes(word) || isWithinEdits(word, term, edits));
  });
  return held.every((found) => found.length > 0) ? held.flat() : undefined;
}
