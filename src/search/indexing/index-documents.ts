import type { EventCursor } from '../../events/index.ts';
import type { Database, Queries, Tx } from '../../platform/db/index.ts';
import * as documents from './document-store.ts';
import { columnFacets, type DocumentRow, type SortKeys, type TicketFacts } from './document-store.ts';
import { engineDialect } from './engine-dialect.ts';
import type { IndexDialect } from './index-dialect.ts';
import * as store from './index-store.ts';
import { type BucketSizes, OrderChanges } from './order-changes.ts';
import { findLastBucket } from './order-store.ts';
import { PostingChanges } from './posting-changes.ts';
import { facetListName, facetLists, isVanishing, joinFacets, pendingTextList } from './posting-lists.ts';
import { postingTables } from './posting-tables.ts';
import { type Position, type SortOrder, sortOrderNames } from './sort-orders.ts';

/** The tickets of one indexing step, and the cursor before and after it. */
interface Batch {
  from: EventCursor;
  upTo: EventCursor;
  tickets: string[];
  /** Projects with a new key, which is part of the text of all their tickets. */
  projects: string[];
  isBacklog: boolean;
}

/**
 * The first phase: updates the documents of the next tickets with their facet lists and sort orders, and queues their
 * texts for the second phase. Returns how many tickets it read. One transaction writes all of it together with the
 * cursor and the backlog, so a process that dies at any point loses nothing. The tickets are read before that
 * transaction: a change made meanwhile has an event after the new cursor.
 */
export async function indexNextDocuments(
  db: Database,
  ticketsMax: number,
  sizes?: BucketSizes,
): Promise<number> {
  if (await store.isOtherFormat(db.reads)) return 0;
  for (;;) {
    const batch = await readBatch(db.reads, engineDialect(db), ticketsMax);
    if (!batch) return 0;
    const facts = await readFacts(db.reads, batch.tickets);
    await db.transaction((tx) => writeBatch(tx, engineDialect(db), batch, facts, sizes));
    // Continues if the batch of events concerned no ticket.
    if (batch.tickets.length > 0) return batch.tickets.length;
  }
}

async function readBatch(
  queries: Queries,
  { eventOrder }: IndexDialect,
  ticketsMax: number,
): Promise<Batch | undefined> {
  const from = await store.findCursor(queries);
  const backlog = await store.listBacklog(queries, { limit: ticketsMax });
  if (backlog.length > 0) return { from, upTo: from, tickets: backlog, projects: [], isBacklog: true };
  const { upTo, ...changed } = await store.listChanges(queries, from, eventOrder, ticketsMax);
  return upTo && { from, upTo, ...changed, isBacklog: false };
}

/** The fields of a ticket from which its facets are made. */
interface LabelledFacts extends TicketFacts {
  labels: string[];
}

export async function readFacts(queries: Queries, ids: string[]): Promise<Map<string, LabelledFacts>> {
  if (ids.length === 0) return new Map();
  const facts = await documents.listTicketFacts(queries, { ids });
  const labels = Map.groupBy(await documents.listLabelIds(queries, { ids }), ({ ticketId }) => ticketId);
  return new Map(
    facts.map((ticket) => [
      ticket.id,
      { ...ticket, labels: (labels.get(ticket.id) ?? []).map(({ labelId }) => labelId) },
    ]),
  );
}

async function writeBatch(
  tx: Tx,
  dialect: IndexDialect,
  { from, upTo, tickets, projects, isBacklog }: Batch,
  facts: Map<string, LabelledFacts>,
  sizes: BucketSizes | undefined,
): Promise<void> {
  const cursor = await store.lockCursor(tx);
  // Another process has moved the cursor meanwhile; its documents may be newer than these.
  if (cursor.xid !== from.xid || cursor.seq !== from.seq) return;
  const version = cursor.version + 1;
  await store.moveCursor(tx, { xid: upTo.xid, seq: upTo.seq, version });
  if (isBacklog) await store.removeFromBacklog(tx, { ids: tickets });
  const postings = new PostingChanges(postingTables.facets);
  if (tickets.length > 0) await writeDocuments(tx, dialect, tickets, facts, { version, postings, sizes });
  for (const project of projects) await queueTextsOfHome(tx, dialect, project, version, postings);
  await postings.write(tx, dialect);
}

async function writeDocuments(
  tx: Tx,
  dialect: IndexDialect,
  ids: string[],
  facts: Map<string, LabelledFacts>,
  { version, postings, sizes }: { version: number; postings: PostingChanges; sizes: BucketSizes | undefined },
): Promise<void> {
  const stored = new Map((await documents.listDocumentsOf(tx, { ids })).map((row) => [row.ticketId, row]));
  const orders = sortOrderNames.map((sort) => ({ sort, changes: new OrderChanges(sort, sizes) }));
  const rows: DocumentRow[] = [];
  let lastDoc = await documents.findLastDoc(tx);
  for (const id of ids) {
    const before = stored.get(id);
    const ticket = facts.get(id);
    // A new document gets the next number even if a deleted one left a gap, so that a block has documents of one time.
    const after = ticket
      ? newDocument(ticket, before?.doc ?? ++lastDoc, version)
      : before && { ...before, homeId: null, changedIn: version };
    if (!after) continue;
    rows.push(after);
    postings.move(after.doc, before ? facetLists(before) : [], facetLists(after));
    postings.move(after.doc, [], [pendingTextList]);
    for (const { sort, changes } of orders)
      changes.move(after.doc, before && positionIn(sort, before), positionIn(sort, after));
  }
  await documents.saveDocuments(tx, rows);
  let lastBucket = await findLastBucket(tx);
  for (const { changes } of orders) await changes.write(tx, dialect, () => ++lastBucket);
}

async function queueTextsOfHome(
  tx: Tx,
  dialect: IndexDialect,
  homeId: string,
  version: number,
  postings: PostingChanges,
): Promise<void> {
  const docs = await documents.docsOfHome(tx, homeId);
  await documents.markChanged(tx, dialect, docs, version);
  for (const doc of docs) postings.move(doc, [], [pendingTextList]);
}

/** Returns undefined for the document of a deleted ticket, which is in no order. */
function positionIn(sort: SortOrder, row: DocumentRow): Position | undefined {
  if (row.homeId === null) return undefined;
  return { key: row[`${sort}Key`], id: row.ticketId };
}

function newDocument(ticket: LabelledFacts, doc: number, version: number): DocumentRow {
  const { id, homeId } = ticket;
  const status = ticket.status as string;
  const document = { doc, ticketId: id, homeId, status, facets: documentFacets(ticket), changedIn: version };
  const keys: Partial<SortKeys> = {};
  for (const sort of sortOrderNames) keys[`${sort}Key`] = ticket[`${sort}Key`];
  return Object.assign(document, keys as SortKeys);
}

/** A ticket without a value is in the list of the empty value. A ticket without a group is in no list. */
export function documentFacets(ticket: LabelledFacts): string {
  const lists: string[] = [];
  for (const facet of columnFacets) {
    const value = ticket[facet] ?? '';
    if (value !== '' || !isVanishing(facet)) lists.push(facetListName(facet, value));
  }
  for (const id of ticket.labels.sort()) lists.push(facetListName('label', id));
  return joinFacets(lists);
}
