import type { Database, Queries, Tx } from '../../platform/db/index.ts';
import { bitmapBytes, clearBit, decodeInto, docsPerBlock, encodeBits, newBits, setBit } from './doc-set.ts';
import { decodeTerms, encodeTerms, termCode, termIn } from './document-terms.ts';
import { indexOf } from './engine-dialect.ts';
import type { Posting, SearchIndex, TermId } from './index-dialect.ts';
import {
  type Cursor,
  clearIndex,
  type DocumentRow,
  findCursor,
  findLastDocument,
  findLastEvent,
  listBacklog,
  listChanges,
  listCommentTexts,
  listDocuments,
  listLabelIds,
  listPostings,
  listTermTexts,
  listTexts,
  lockCursor,
  moveCursor,
  noteTicketsOf,
  numberTerms,
  removeFromBacklog,
  replaceDocuments,
  type TicketTexts,
} from './index-store.ts';
import { areAlike, facetListName, joinFacets, listsOf } from './posting-lists.ts';
import { lettersOf, pairsOf, startOfTitle, termsOf } from './terms.ts';

/** What one step deals with, and how far it brings the index. */
interface Portion {
  from: Cursor;
  upTo: Cursor;
  tickets: string[];
  /** Projects with a new key. Their tickets may be many, so they become backlog. */
  projects: string[];
  isBacklog: boolean;
}

/**
 * Brings the documents of the next tickets up to date and answers how many it looked at. The cursor, the backlog
 * and the documents move in one transaction: whenever the process ends, what is not indexed is known. What is
 * slow, reading and cutting the texts, comes before it: what changes meanwhile has an event that is still to come.
 */
export async function indexNextTickets(db: Database, ticketsMax: number): Promise<number> {
  for (;;) {
    const portion = await readPortion(db.reads, indexOf(db), ticketsMax);
    if (!portion) return 0;
    const texts = await readTexts(db.reads, portion.tickets);
    await db.transaction((tx) => writePortion(tx, indexOf(db), portion, texts));
    // Not every event is one of a ticket.
    if (portion.tickets.length > 0) return portion.tickets.length;
  }
}

/** Forgets everything; until it is indexed again the search reads the tickets themselves. */
export async function rebuildSearchIndex(db: Database): Promise<void> {
  await db.transaction(async (tx) => {
    const cursor = await lockCursor(tx);
    // In this order: what happens in between is then among both, never among neither.
    const last = await findLastEvent(tx, cursor, indexOf(db).eventOrder);
    if (last) await moveCursor(tx, last);
    await clearIndex(tx);
  });
}

async function readPortion(
  queries: Queries,
  { eventOrder }: SearchIndex,
  ticketsMax: number,
): Promise<Portion | undefined> {
  const from = await findCursor(queries);
  const backlog = await listBacklog(queries, ticketsMax);
  if (backlog.length > 0) return { from, upTo: from, tickets: backlog, projects: [], isBacklog: true };
  const { upTo, ...changed } = await listChanges(queries, from, eventOrder, ticketsMax);
  return upTo && { from, upTo, ...changed, isBacklog: false };
}

async function writePortion(
  tx: Tx,
  index: SearchIndex,
  { from, upTo, tickets, projects, isBacklog }: Portion,
  texts: Text[],
): Promise<void> {
  const cursor = await lockCursor(tx);
  // Somebody else was faster, and these texts may be older than theirs.
  if (cursor.xid !== from.xid || cursor.seq !== from.seq) return;
  if (tickets.length > 0) await writeDocuments(tx, index, tickets, texts);
  if (isBacklog) await removeFromBacklog(tx, tickets);
  else await moveCursor(tx, upTo);
  if (projects.length > 0) await noteTicketsOf(tx, projects);
}

interface Text {
  ticket: TicketTexts;
  labels: string[];
  terms: Set<string>;
  titleTerms: Set<string>;
  letters: string;
  titleLetters: string;
}

async function readTexts(queries: Queries, ids: string[]): Promise<Text[]> {
  if (ids.length === 0) return [];
  const tickets = await listTexts(queries, ids);
  const comments = await listCommentTexts(queries, ids);
  const labels = await listLabelIds(queries, ids);
  const commentsOf = Map.groupBy(comments, ({ ticketId }) => ticketId);
  const labelsOf = Map.groupBy(labels, ({ ticketId }) => ticketId);
  return tickets.map((ticket) =>
    textOf(
      ticket,
      (commentsOf.get(ticket.id) ?? []).map(({ content }) => content),
      (labelsOf.get(ticket.id) ?? []).map(({ labelId }) => labelId),
    ),
  );
}

function textOf(ticket: TicketTexts, comments: string[], labels: string[]): Text {
  const { key, title, description } = ticket;
  const whole = [key ?? '', title, description ?? '', ...comments].join('\n');
  return {
    ticket,
    labels,
    terms: termsOf(whole),
    titleTerms: termsOf(title),
    letters: lettersOf(whole),
    titleLetters: lettersOf(title),
  };
}

async function writeDocuments(tx: Tx, index: SearchIndex, ids: string[], texts: Text[]): Promise<void> {
  const terms = new Set<string>();
  for (const text of texts) for (const term of text.terms) terms.add(term);
  const numbers = await numberTerms(tx, terms);
  const known = new Map((await listDocuments(tx, ids)).map((row) => [row.ticketId, row]));
  let last = await findLastDocument(tx);
  const rows = texts.map((text) => documentOf(text, numbers, known.get(text.ticket.id)?.doc ?? ++last));
  const current = new Map(rows.map((row) => [row.ticketId, row]));
  const moves = new Moves(await readTermTexts(tx, index, numbers, known.values()));
  for (const id of ids) moves.note(known.get(id), current.get(id));
  await moves.write(tx, index);
  await replaceDocuments(tx, ids, rows);
}

/** What the terms say, those included that a document held before. */
async function readTermTexts(
  tx: Tx,
  index: SearchIndex,
  numbers: Map<string, TermId>,
  before: Iterable<DocumentRow>,
): Promise<Map<TermId, string>> {
  const texts = new Map(Array.from(numbers, ([term, id]) => [id, term]));
  const missing = new Set<TermId>();
  for (const { terms } of before) {
    for (const code of decodeTerms(terms)) if (!texts.has(termIn(code))) missing.add(termIn(code));
  }
  if (missing.size === 0) return texts;
  for (const { id, term } of await listTermTexts(tx, index, missing)) texts.set(id, term);
  return texts;
}

function documentOf(text: Text, numbers: Map<string, TermId>, doc: number): DocumentRow {
  const { ticket, terms, titleTerms, letters, titleLetters } = text;
  const { id: ticketId, homeId, status, createdAt, updatedAt } = ticket;
  const codes = Array.from(terms, (term) => termCode(numbers.get(term) as TermId, titleTerms.has(term)));
  return {
    doc,
    ...{ ticketId, homeId, status, createdAt, updatedAt },
    title: startOfTitle(ticket.title),
    facets: facetsOf(text),
    terms: encodeTerms(codes),
    ...{ letters, titleLetters },
  };
}

const facetsOf = ({ ticket, labels }: Text) =>
  joinFacets([
    facetListName('status', ticket.status),
    facetListName('priority', ticket.priority),
    facetListName('type', ticket.type),
    facetListName('stage', ticket.stage),
    facetListName('assignee', ticket.assigneeId ?? ''),
    facetListName('reporter', ticket.reporterId),
    ...(ticket.groupId ? [facetListName('group', ticket.groupId)] : []),
    ...labels.sort().map((id) => facetListName('label', id)),
  ]);

/** Which documents enter which lists, and which leave. */
class Moves {
  readonly #texts: Map<TermId, string>;
  readonly #pairs = new Map<TermId, string[]>();
  /** By block and list: places that enter, and places that leave as -1 - place. */
  readonly #blocks = new Map<number, Map<string, number[]>>();

  constructor(texts: Map<TermId, string>) {
    this.#texts = texts;
  }

  note(before: DocumentRow | undefined, after: DocumentRow | undefined): void {
    const doc = (before ?? after)?.doc;
    if (doc === undefined || (before && after && areAlike(before, after))) return;
    const lists = this.#listsOf(Math.floor(doc / docsPerBlock));
    const place = doc % docsPerBlock;
    const old = new Set(before ? listsOf(before, this.#pairsIn) : []);
    for (const list of after ? listsOf(after, this.#pairsIn) : []) {
      if (!old.delete(list)) push(lists, list, place);
    }
    for (const list of old) push(lists, list, -1 - place);
  }

  readonly #pairsIn = (id: TermId): string[] => {
    const known = this.#pairs.get(id);
    if (known) return known;
    const pairs = pairsOf(this.#texts.get(id) ?? '');
    this.#pairs.set(id, pairs);
    return pairs;
  };

  async write(tx: Tx, index: SearchIndex): Promise<void> {
    for (const [block, lists] of this.#blocks) {
      const stored = await listPostings(tx, [...lists.keys()], block);
      const known = new Map(stored.map(({ list, docs }) => [list, docs]));
      const postings = [...lists].map(([list, places]): Posting => {
        const bits = newBits();
        const docs = known.get(list);
        if (docs) decodeInto(bits, docs, docs.length === bitmapBytes);
        for (const place of places) {
          if (place >= 0) setBit(bits, place);
          else clearBit(bits, -1 - place);
        }
        return { list, block, docs: encodeBits(bits) };
      });
      await index.writePostings(tx, postings);
    }
  }

  #listsOf(block: number): Map<string, number[]> {
    const known = this.#blocks.get(block);
    if (known) return known;
    const lists = new Map<string, number[]>();
    this.#blocks.set(block, lists);
    return lists;
  }
}

function push(lists: Map<string, number[]>, list: string, place: number): void {
  const places = lists.get(list);
  if (places) places.push(place);
  else lists.set(list, [place]);
}
