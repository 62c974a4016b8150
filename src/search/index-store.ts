import { hash } from 'node:crypto';
import { dynamicStatement, insertMany, type Queries, statement, type Tx } from '../platform/db/index.ts';
import type { EventOrder, TermId } from './search-index.ts';

export interface Cursor {
  xid: number;
  seq: number;
}

interface Change {
  ticketId: string | null;
  /** A project that has another key since. */
  projectId: string | null;
}

export interface TicketTexts {
  id: string;
  homeId: string;
  updatedAt: number;
  key: string | null;
  title: string;
  description: string | null;
}

// A project's key is part of what its tickets are found by.
const renamedProject = `case when type = 'project.updated' and data like '%"key":{"from":%' then project_id end`;

const find = statement<object, Cursor>('select xid, seq from search_cursor');
const lock = statement<object, Cursor>('select xid, seq from search_cursor for update');
const move = statement<Cursor>('update search_cursor set xid = :xid, seq = :seq');
const anyBacklog = statement<object, { ticketId: string }>(
  'select ticket_id as "ticketId" from search_backlog limit 1',
);
const newestEvent = statement<object, { seq: number }>('select coalesce(max(seq), 0) as seq from events');
const note = statement<{ ids: string[] }>(`
  insert into search_backlog (ticket_id) select id from tickets where id in :ids[] on conflict do nothing`);
const ofProjects = statement<{ projects: string[] }, { ticketId: string }>(
  'select id as "ticketId" from tickets where project_id in :projects[]',
);
const noteAll = statement<object>(`
  insert into search_backlog (ticket_id) select id from tickets where deleted_at is null on conflict do nothing`);
const backlog = statement<{ limit: number }, { ticketId: string }>(
  'select ticket_id as "ticketId" from search_backlog limit :limit',
);
const done = statement<{ ids: string[] }>('delete from search_backlog where ticket_id in :ids[]');
const texts = statement<{ ids: string[] }, TicketTexts>(`
  select t.id, t.home_id as "homeId", t.updated_at as "updatedAt", lower(p.key) || '-' || t.number as key,
    t.title_folded as title, t.description_folded as description
  from tickets t left join projects p on p.id = t.project_id
  where t.id in :ids[] and t.deleted_at is null`);
const comments = statement<{ ids: string[] }, { ticketId: string; content: string }>(`
  select ticket_id as "ticketId", content_folded as content from comments where ticket_id in :ids[]`);
const terms = statement<{ terms: string[] }, { id: TermId; term: string }>(
  'select id, term from search_terms where term in :terms[]',
);
const documents = statement<{ ids: string[] }, { doc: number; ticketId: string; digest: string }>(
  'select doc, ticket_id as "ticketId", digest from search_documents where ticket_id in :ids[]',
);
const updateDocument = statement<{ doc: number; homeId: string; updatedAt: number }>(`
  update search_documents set home_id = :homeId, updated_at = :updatedAt where doc = :doc`);
const removeDocument = statement<{ doc: number }>('delete from search_documents where doc = :doc');

/** Others who index wait here, so that two never take the same portion. */
export const lockCursor = async (tx: Queries) => (await tx.find(lock, {})) as Cursor;
export const moveCursor = (tx: Queries, cursor: Cursor) => tx.run(move, cursor);
export const hasBacklog = async (tx: Queries) => (await tx.find(anyBacklog, {})) !== undefined;
export const listBacklog = async (tx: Queries, limit: number) =>
  (await tx.list(backlog, { limit })).map(({ ticketId }) => ticketId);
export const removeFromBacklog = (tx: Queries, ids: string[]) => tx.run(done, { ids });
export const noteAllTickets = (tx: Queries) => tx.run(noteAll, {});
export const findNewestEvent = async (queries: Queries) => (await queries.find(newestEvent, {}))?.seq ?? 0;

/** The last event that is settled, if it is after the cursor. */
export function findLastEvent(tx: Queries, from: Cursor, { after, descending }: EventOrder) {
  const shape = dynamicStatement<Cursor, Cursor>(
    `select xid, seq from settled_events where ${after} order by ${descending} limit 1`,
  );
  return tx.find(shape, from);
}

/** Puts the tickets of the next so many events into the backlog; undefined if there are no more events. */
export async function noteChanges(
  tx: Queries,
  from: Cursor,
  order: EventOrder,
  events: number,
): Promise<Cursor | undefined> {
  const { after, upTo, ascending } = order;
  const next = dynamicStatement<object, Cursor>(`
    select xid, seq from settled_events where ${after} order by ${ascending} limit 1 offset :offset`);
  const to = (await tx.find(next, { ...from, offset: events - 1 })) ?? (await findLastEvent(tx, from, order));
  if (!to) return undefined;
  const shape = dynamicStatement<object, Change>(`
    select ticket_id as "ticketId", ${renamedProject} as "projectId" from settled_events
    where ${after} and ${upTo}`);
  const changes = await tx.list(shape, { ...from, toXid: to.xid, toSeq: to.seq });
  await tx.run(note, { ids: await ticketsOf(tx, changes) });
  await moveCursor(tx, to);
  return to;
}

/** The tickets whose documents may be stale or missing: all of them, unless there were more changes than that. */
export async function listTail(
  queries: Queries,
  { after, ascending }: EventOrder,
  changesMax: number,
): Promise<{ ids: string[]; isWhole: boolean }> {
  const limit = changesMax + 1;
  const cursor = await queries.find(find, {});
  const known = await listBacklog(queries, limit);
  const shape = dynamicStatement<object, Change>(`
    select ticket_id as "ticketId", ${renamedProject} as "projectId" from events
    where ${after} order by ${ascending} limit :limit`);
  const changes = await queries.list(shape, { ...cursor, limit });
  const ids = new Set([...known, ...(await ticketsOf(queries, changes))]);
  return {
    ids: [...ids].slice(0, changesMax),
    isWhole: changes.length <= changesMax && ids.size <= changesMax,
  };
}

async function ticketsOf(queries: Queries, changes: Change[]): Promise<string[]> {
  const ids = new Set(changes.flatMap(({ ticketId }) => ticketId ?? []));
  const projects = new Set(changes.flatMap(({ projectId }) => projectId ?? []));
  if (projects.size === 0) return [...ids];
  const rows = await queries.list(ofProjects, { projects: [...projects] });
  return [...ids, ...rows.map(({ ticketId }) => ticketId)];
}

export const listTexts = (tx: Queries, ids: string[]) => tx.list(texts, { ids });
export const listCommentTexts = (tx: Queries, ids: string[]) => tx.list(comments, { ids });
export const listDocuments = (tx: Queries, ids: string[]) => tx.list(documents, { ids });
export const updateDocumentRow = (tx: Queries, doc: number, { homeId, updatedAt }: TicketTexts) =>
  tx.run(updateDocument, { doc, homeId, updatedAt });
export const removeDocumentRow = (tx: Queries, doc: number) => tx.run(removeDocument, { doc });

/** The numbers of terms, given to those that have none yet. */
export async function numberTerms(tx: Tx, wanted: Set<string>): Promise<Map<string, TermId>> {
  const numbers = new Map<string, TermId>();
  const read = async (list: string[]) => {
    for (const { id, term } of await tx.list(terms, { terms: list })) numbers.set(term, id);
  };
  await read([...wanted]);
  const news = [...wanted].filter((term) => !numbers.has(term));
  if (news.length === 0) return numbers;
  await insertMany(
    tx,
    'search_terms',
    ['term'],
    news.map((term) => [term]),
  );
  await read(news);
  return numbers;
}

export const digestOf = (parts: Iterable<string>) =>
  hash('sha256', [...parts].join('\n'), 'base64url').slice(0, 16);
