import type { Database, Queries, Tx } from '../../platform/db/index.ts';
import { decodeTerms, encodeTerms, termCode, termIdOf } from './document-terms.ts';
import { dialectOf } from './engine-dialect.ts';
import type { IndexDialect, TermId } from './index-dialect.ts';
import type { Cursor, DocumentRow, TicketTexts } from './index-store.ts';
import * as store from './index-store.ts';
import { PostingChanges } from './posting-changes.ts';
import { facetListName, joinFacets } from './posting-lists.ts';
import { charactersOf, termsOf, titleSortKey } from './terms.ts';

/** The tickets of one indexing step, and the cursor before and after it. */
interface Batch {
  from: Cursor;
  upTo: Cursor;
  tickets: string[];
  /** Projects with a new key. They may have many tickets, so those are added to the backlog. */
  projects: string[];
  isBacklog: boolean;
}

/**
 * Updates the documents of the next tickets and returns how many tickets it read. One transaction writes the documents, the
 * cursor and the backlog, so a process that dies at any point loses track of nothing. The slow part, reading and
 * tokenizing the texts, runs before that transaction: a change made meanwhile has an event after the new cursor.
 */
export async function indexNextTickets(db: Database, ticketsMax: number): Promise<number> {
  for (;;) {
    const batch = await readBatch(db.reads, dialectOf(db), ticketsMax);
    if (!batch) return 0;
    const tokenized = await readTokenizedTickets(db.reads, batch.tickets);
    await db.transaction((tx) => writeBatch(tx, dialectOf(db), batch, tokenized));
    // A batch of events that concern no ticket is followed by the next one.
    if (batch.tickets.length > 0) return batch.tickets.length;
  }
}

/** Clears the index and queues every ticket. Until they are indexed again, searches scan the tickets table. */
export async function rebuildSearchIndex(db: Database): Promise<void> {
  await db.transaction(async (tx) => {
    const cursor = await store.lockCursor(tx);
    // The cursor moves before the backlog is filled: a change in between is then in both, never in neither.
    const lastEvent = await store.findLastSettledEvent(tx, cursor, dialectOf(db).eventOrder);
    if (lastEvent) await store.moveCursor(tx, lastEvent);
    await store.clearIndex(tx);
  });
}

async function readBatch(
  queries: Queries,
  { eventOrder }: IndexDialect,
  ticketsMax: number,
): Promise<Batch | undefined> {
  const from = await store.findCursor(queries);
  const backlog = await store.listBacklog(queries, ticketsMax);
  if (backlog.length > 0) return { from, upTo: from, tickets: backlog, projects: [], isBacklog: true };
  const { upTo, ...changed } = await store.listChanges(queries, from, eventOrder, ticketsMax);
  return upTo && { from, upTo, ...changed, isBacklog: false };
}

async function writeBatch(
  tx: Tx,
  dialect: IndexDialect,
  { from, upTo, tickets, projects, isBacklog }: Batch,
  tokenized: TokenizedTicket[],
): Promise<void> {
  const cursor = await store.lockCursor(tx);
  // Another process moved the cursor meanwhile; its texts may be newer than these.
  if (cursor.xid !== from.xid || cursor.seq !== from.seq) return;
  if (tickets.length > 0) await writeDocuments(tx, dialect, tickets, tokenized);
  if (isBacklog) await store.removeFromBacklog(tx, tickets);
  else await store.moveCursor(tx, upTo);
  if (projects.length > 0) await store.addProjectsToBacklog(tx, projects);
}

interface TokenizedTicket {
  ticket: TicketTexts;
  labels: string[];
  terms: Set<string>;
  titleTerms: Set<string>;
  characters: string;
  titleCharacters: string;
}

async function readTokenizedTickets(queries: Queries, ids: string[]): Promise<TokenizedTicket[]> {
  if (ids.length === 0) return [];
  const tickets = await store.listTicketTexts(queries, ids);
  const comments = await store.listCommentTexts(queries, ids);
  const labels = await store.listLabelIds(queries, ids);
  const commentsOf = Map.groupBy(comments, ({ ticketId }) => ticketId);
  const labelsOf = Map.groupBy(labels, ({ ticketId }) => ticketId);
  return tickets.map((ticket) =>
    tokenize(
      ticket,
      (commentsOf.get(ticket.id) ?? []).map(({ content }) => content),
      (labelsOf.get(ticket.id) ?? []).map(({ labelId }) => labelId),
    ),
  );
}

function tokenize(ticket: TicketTexts, comments: string[], labels: string[]): TokenizedTicket {
  const { key, title, description } = ticket;
  const whole = [key ?? '', title, description ?? '', ...comments].join('\n');
  return {
    ticket,
    labels,
    terms: termsOf(whole),
    titleTerms: termsOf(title),
    characters: charactersOf(whole),
    titleCharacters: charactersOf(title),
  };
}

async function writeDocuments(
  tx: Tx,
  dialect: IndexDialect,
  ids: string[],
  tokenized: TokenizedTicket[],
): Promise<void> {
  const terms = new Set<string>();
  for (const ticket of tokenized) for (const term of ticket.terms) terms.add(term);
  const idByTerm = await store.assignTermIds(tx, terms);
  const documentsBefore = new Map((await store.listDocuments(tx, ids)).map((row) => [row.ticketId, row]));
  let lastDoc = await store.findLastDoc(tx);
  const rows = tokenized.map((text) =>
    documentOf(text, idByTerm, documentsBefore.get(text.ticket.id)?.doc ?? ++lastDoc),
  );
  const documentsAfter = new Map(rows.map((row) => [row.ticketId, row]));
  const changes = new PostingChanges(await readTermsById(tx, dialect, idByTerm, documentsBefore.values()));
  for (const id of ids) changes.add(documentsBefore.get(id), documentsAfter.get(id));
  await changes.write(tx, dialect);
  await store.replaceDocuments(tx, ids, rows);
}

/** The texts of all terms by id, with those that the documents had before. */
async function readTermsById(
  tx: Tx,
  dialect: IndexDialect,
  idByTerm: Map<string, TermId>,
  before: Iterable<DocumentRow>,
): Promise<Map<TermId, string>> {
  const termsById = new Map(Array.from(idByTerm, ([term, id]) => [id, term]));
  const missing = new Set<TermId>();
  for (const { terms } of before) {
    for (const code of decodeTerms(terms)) if (!termsById.has(termIdOf(code))) missing.add(termIdOf(code));
  }
  if (missing.size === 0) return termsById;
  for (const { id, term } of await store.listTermsById(tx, dialect, missing)) termsById.set(id, term);
  return termsById;
}

function documentOf(text: TokenizedTicket, idByTerm: Map<string, TermId>, doc: number): DocumentRow {
  const { ticket, terms, titleTerms, characters, titleCharacters } = text;
  const { id: ticketId, homeId, status, createdAt, updatedAt } = ticket;
  const codes = Array.from(terms, (term) => termCode(idByTerm.get(term) as TermId, titleTerms.has(term)));
  return {
    doc,
    ...{ ticketId, homeId, status, createdAt, updatedAt },
    title: titleSortKey(ticket.title),
    facets: facetsOf(text),
    terms: encodeTerms(codes),
    ...{ characters, titleCharacters },
  };
}

const facetsOf = ({ ticket, labels }: TokenizedTicket) =>
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
