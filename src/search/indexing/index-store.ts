import { dynamicStatement, insertMany, type Queries, statement, type Tx } from '../../platform/db/index.ts';
import type { EventOrder, SearchIndex, TermId } from './index-dialect.ts';

export interface Cursor {
  xid: number;
  seq: number;
}

interface Change extends Cursor {
  ticketId: string | null;
  /** A project that has another key since. */
  projectId: string | null;
}

export interface TicketTexts {
  id: string;
  homeId: string;
  status: string;
  priority: string;
  type: string;
  stage: string;
  assigneeId: string | null;
  reporterId: string;
  groupId: string | null;
  createdAt: number;
  updatedAt: number;
  key: string | null;
  title: string;
  description: string | null;
}

export interface DocumentRow {
  doc: number;
  ticketId: string;
  homeId: string;
  status: string;
  createdAt: number;
  updatedAt: number;
  /** The beginning of it, folded: what lists in the order of titles are read along. */
  title: string;
  facets: string;
  terms: Uint8Array;
  letters: string;
  titleLetters: string;
}

// A project's key is part of what its tickets are found by.
const renamedProject = `case when type = 'project.updated' and data like '%"key":{"from":%' then project_id end`;

const find = statement<object, Cursor>('select xid, seq from search_cursor');
const lock = statement<object, Cursor>('select xid, seq from search_cursor for update');
const move = statement<Cursor>('update search_cursor set xid = :xid, seq = :seq');
const newestEvent = statement<object, { seq: number }>('select coalesce(max(seq), -1) as seq from events');
const noteProjects = statement<{ projects: string[] }>(`
  insert into search_backlog (ticket_id) select id from tickets where project_id in :projects[] on conflict do nothing`);
const ofProjects = statement<{ projects: string[] }, { ticketId: string }>(
  'select id as "ticketId" from tickets where project_id in :projects[]',
);
const clearing = [
  'delete from search_postings',
  'delete from search_documents',
  'insert into search_backlog (ticket_id) select id from tickets where deleted_at is null on conflict do nothing',
].map((sql) => statement<object>(sql));
const backlog = statement<{ limit: number }, { ticketId: string }>(
  'select ticket_id as "ticketId" from search_backlog order by ticket_id limit :limit',
);
const done = statement<{ ids: string[] }>('delete from search_backlog where ticket_id in :ids[]');
const texts = statement<{ ids: string[] }, TicketTexts>(`
  select t.id, t.home_id as "homeId", t.status, t.priority, t.type, t.stage, t.assignee_id as "assigneeId",
    t.reporter_id as "reporterId", t.group_id as "groupId", t.created_at as "createdAt", t.updated_at as "updatedAt",
    lower(p.key) || '-' || t.number as key, t.title_folded as title, t.description_folded as description
  from tickets t left join projects p on p.id = t.project_id
  where t.id in :ids[] and t.deleted_at is null`);
const comments = statement<{ ids: string[] }, { ticketId: string; content: string }>(`
  select ticket_id as "ticketId", content_folded as content from comments where ticket_id in :ids[]`);
const labels = statement<{ ids: string[] }, { ticketId: string; labelId: string }>(`
  select ticket_id as "ticketId", label_id as "labelId" from ticket_labels where ticket_id in :ids[]`);
const terms = statement<{ terms: string[] }, { id: TermId; term: string }>(
  'select id, term from search_terms where term in :terms[]',
);
const documents = statement<{ ids: string[] }, DocumentRow>(`
  select doc, ticket_id as "ticketId", home_id as "homeId", status, created_at as "createdAt",
    updated_at as "updatedAt", title, facets, terms, letters, title_letters as "titleLetters"
  from search_documents where ticket_id in :ids[]`);
const lastDocument = statement<object, { doc: number }>(
  'select coalesce(max(doc), -1) as doc from search_documents',
);
const removeDocuments = statement<{ ids: string[] }>(
  'delete from search_documents where ticket_id in :ids[]',
);
const documentColumns = [
  ...['doc', 'ticket_id', 'home_id', 'status', 'created_at', 'updated_at', 'title', 'facets'],
  ...['terms', 'letters', 'title_letters'],
];
const postings = statement<{ lists: string[]; block: number }, { list: string; docs: Uint8Array }>(
  'select list, docs from search_postings where list in :lists[] and block = :block',
);

export const findCursor = async (queries: Queries) => (await queries.find(find, {})) as Cursor;
/** Others who index wait here. */
export const lockCursor = async (tx: Tx) => (await tx.find(lock, {})) as Cursor;
export const moveCursor = (tx: Tx, cursor: Cursor) => tx.run(move, cursor);
export const listBacklog = async (queries: Queries, limit: number) =>
  (await queries.list(backlog, { limit })).map(({ ticketId }) => ticketId);
export const removeFromBacklog = (tx: Tx, ids: string[]) => tx.run(done, { ids });
export const noteTicketsOf = (tx: Tx, projects: string[]) => tx.run(noteProjects, { projects });
/** Whether something happened that the index may not know of yet. */
export const isBehind = async (queries: Queries) =>
  (await findNewestEvent(queries)) !== (await findCursor(queries)).seq ||
  (await listBacklog(queries, 1)).length > 0;
export const findNewestEvent = async (queries: Queries) => (await queries.find(newestEvent, {}))?.seq ?? -1;

export async function clearIndex(tx: Tx): Promise<void> {
  for (const step of clearing) await tx.run(step, {});
}

/** The last event that is settled, if it is after the cursor. */
export function findLastEvent(tx: Tx, from: Cursor, { after, descending }: EventOrder) {
  const shape = dynamicStatement<Cursor, Cursor>(
    `select xid, seq from settled_events where ${after} order by ${descending} limit 1`,
  );
  return tx.find(shape, from);
}

/** What the next so many settled events changed. */
export async function listChanges(
  queries: Queries,
  from: Cursor,
  { after, ascending }: EventOrder,
  limit: number,
): Promise<{ tickets: string[]; projects: string[]; upTo: Cursor | undefined }> {
  const shape = dynamicStatement<object, Change>(`
    select xid, seq, ticket_id as "ticketId", ${renamedProject} as "projectId" from settled_events
    where ${after} order by ${ascending} limit :limit`);
  const changes = await queries.list(shape, { ...from, limit });
  return { ...subjectsOf(changes), upTo: changes.at(-1) };
}

/** The tickets whose documents may be stale or missing: all of them, unless there were more changes than that. */
export async function listTail(
  queries: Queries,
  { afterCursor, ascending }: EventOrder,
  changesMax: number,
): Promise<{ ids: string[]; isWhole: boolean }> {
  const limit = changesMax + 1;
  const shape = dynamicStatement<object, Omit<Change, keyof Cursor>>(`
    select * from (select ticket_id as "ticketId", null as "projectId" from search_backlog limit :limit) b
    union all
    select * from (select ticket_id as "ticketId", ${renamedProject} as "projectId" from events
      where ${afterCursor} order by ${ascending} limit :limit) e`);
  const changes = await queries.list(shape, { limit });
  const { tickets, projects } = subjectsOf(changes);
  const ofRenamed = projects.length > 0 ? await queries.list(ofProjects, { projects }) : [];
  const ids = new Set([...tickets, ...ofRenamed.map(({ ticketId }) => ticketId)]);
  return {
    ids: [...ids].slice(0, changesMax),
    isWhole: changes.length <= changesMax && ids.size <= changesMax,
  };
}

function subjectsOf(changes: Omit<Change, keyof Cursor>[]) {
  const tickets = new Set(changes.flatMap(({ ticketId }) => ticketId ?? []));
  const projects = new Set(changes.flatMap(({ projectId }) => projectId ?? []));
  return { tickets: [...tickets], projects: [...projects] };
}

export const listTexts = (queries: Queries, ids: string[]) => queries.list(texts, { ids });
export const listCommentTexts = (queries: Queries, ids: string[]) => queries.list(comments, { ids });
export const listLabelIds = (queries: Queries, ids: string[]) => queries.list(labels, { ids });
export const listDocuments = (tx: Tx, ids: string[]) => tx.list(documents, { ids });
export const findLastDocument = async (tx: Tx) => (await tx.find(lastDocument, {}))?.doc ?? -1;
export const listPostings = (tx: Tx, lists: string[], block: number) => tx.list(postings, { lists, block });

/** The documents of these tickets are those and no others. */
export async function replaceDocuments(tx: Tx, ids: string[], rows: DocumentRow[]): Promise<void> {
  await tx.run(removeDocuments, { ids });
  await insertMany(
    tx,
    'search_documents',
    documentColumns,
    rows.map((row) => [
      ...[row.doc, row.ticketId, row.homeId, row.status, row.createdAt, row.updatedAt, row.title],
      ...[row.facets, row.terms, row.letters, row.titleLetters],
    ]),
  );
}

/** What these numbers stand for. */
export function listTermTexts(queries: Queries, index: SearchIndex, ids: Iterable<TermId>) {
  const { sql, params } = index.numbers('ids', ids);
  const shape = dynamicStatement<object, { id: TermId; term: string }>(
    `select t.id, t.term from ${sql} n join search_terms t on t.id = n.value`,
  );
  return queries.list(shape, params);
}

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
