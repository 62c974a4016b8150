import type { Database, Tx } from '../platform/db/index.ts';
import { indexOf } from './engine-index.ts';
import {
  type Cursor,
  digestOf,
  findLastEvent,
  hasBacklog,
  listBacklog,
  listCommentTexts,
  listDocuments,
  listTail,
  listTexts,
  lockCursor,
  moveCursor,
  noteAllTickets,
  noteChanges,
  numberTerms,
  removeDocumentRow,
  removeFromBacklog,
  type TicketTexts,
  updateDocumentRow,
} from './index-store.ts';
import type { SearchIndex, TermId } from './search-index.ts';
import { termsOf } from './terms.ts';

/**
 * Brings the documents of the next tickets up to date and answers how many it looked at. The cursor, the backlog
 * and the documents move in one transaction: whenever the process ends, what is not indexed is known.
 */
export async function indexNextTickets(db: Database, ticketsMax: number): Promise<number> {
  return db.transaction(async (tx) => {
    let cursor: Cursor | undefined = await lockCursor(tx);
    // Not every event is one of a ticket.
    while (cursor && !(await hasBacklog(tx))) {
      cursor = await noteChanges(tx, cursor, indexOf(db).eventOrder, ticketsMax);
    }
    return writeDocuments(tx, indexOf(db), await listBacklog(tx, ticketsMax));
  });
}

/** The same for the tickets that changed last, whose events may still be unsettled and so out of the cursor's reach. */
export async function indexTail(db: Database, ticketsMax: number): Promise<number> {
  return db.transaction(async (tx) => {
    await lockCursor(tx);
    const { ids } = await listTail(tx, indexOf(db).eventOrder, ticketsMax);
    return writeDocuments(tx, indexOf(db), ids);
  });
}

/** Forgets everything; until it is indexed again the search reads the tickets themselves. */
export async function rebuildSearchIndex(db: Database): Promise<void> {
  await db.transaction(async (tx) => {
    const cursor = await lockCursor(tx);
    await indexOf(db).clear(tx);
    // In this order: what happens in between is then among both, never among neither.
    const last = await findLastEvent(tx, cursor, indexOf(db).eventOrder);
    if (last) await moveCursor(tx, last);
    await noteAllTickets(tx);
  });
}

async function writeDocuments(tx: Tx, index: SearchIndex, ids: string[]): Promise<number> {
  if (ids.length === 0) return 0;
  const tickets = await readTerms(tx, ids);
  const numbers = await numberTerms(tx, new Set(tickets.flatMap(({ terms }) => [...terms])));
  const numbersOf = (terms: Set<string>) => [...terms].map((term) => numbers.get(term) as TermId);
  const documents = new Map((await listDocuments(tx, ids)).map((row) => [row.ticketId, row]));

  for (const { ticket, terms, titleTerms, digest } of tickets) {
    const known = documents.get(ticket.id);
    documents.delete(ticket.id);
    if (known?.digest === digest) {
      await updateDocumentRow(tx, known.doc, ticket);
      continue;
    }
    if (known) await removeDocumentRow(tx, known.doc);
    await index.insertDocument(tx, {
      ticketId: ticket.id,
      homeId: ticket.homeId,
      updatedAt: ticket.updatedAt,
      digest,
      terms: numbersOf(terms),
      titleTerms: numbersOf(titleTerms),
    });
  }
  // What is left belongs to tickets that are deleted by now.
  for (const { doc } of documents.values()) await removeDocumentRow(tx, doc);
  await removeFromBacklog(tx, ids);
  return ids.length;
}

async function readTerms(tx: Tx, ids: string[]) {
  const comments = new Map<string, string[]>();
  for (const { ticketId, content } of await listCommentTexts(tx, ids)) {
    comments.set(ticketId, [...(comments.get(ticketId) ?? []), content]);
  }
  const tickets = await listTexts(tx, ids);
  return tickets.map((ticket) => documentOf(ticket, comments.get(ticket.id) ?? []));
}

function documentOf(ticket: TicketTexts, comments: string[]) {
  const { key, title, description } = ticket;
  const titleTerms = termsOf(title);
  const terms = termsOf([key ?? '', title, description ?? '', ...comments].join('\n'));
  return { ticket, terms, titleTerms, digest: digestOf([...terms, '', ...titleTerms]) };
}
