import { dynamicStatement, insertMany, type Queries, statement, type Tx } from '../../platform/db/index.ts';
import type { EventOrder, IndexDialect, Term, TermId } from './index-dialect.ts';

export interface Cursor {
  xid: number;
  seq: number;
}

interface Change extends Cursor {
  ticketId: string | null;
  /** Set for a project whose key changed. */
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
  /** The case-folded sort key of the title. */
  title: string;
  facets: string;
  terms: Uint8Array;
  /** The distinct characters of the whole ticket, and of its title. */
  characters: string;
  titleCharacters: string;
}

// Tickets are found by their key, so a new project key changes the documents of all tickets of the project.
const renamedProject = `case when type = 'project.updated' and data like '%"key":{"from":%' then project_id end`;

const cursor = statement<object, Cursor>('select xid, seq from search_cursor');
const lockedCursor = statement<object, Cursor>('select xid, seq from search_cursor for update');
const setCursor = statement<Cursor>('update search_cursor set xid = :xid, seq = :seq');
const newestEvent = statement<object, { seq: number }>('select coalesce(max(seq), -1) as seq from events');
const addTicketsOfProjects = statement<{ projects: string[] }>(`
  insert into search_backlog (ticket_id) select id from tickets where project_id in :projects[] on conflict do nothing`);
const ticketsOfProjects = statement<{ projects: string[] }, { ticketId: string }>(
  'select id as "ticketId" from tickets where project_id in :projects[]',
);
const clearStatements = [
  'delete from search_postings',
  'delete from search_documents',
  'insert into search_backlog (ticket_id) select id from tickets where deleted_at is null on conflict do nothing',
].map((sql) => statement<object>(sql));
const backlog = statement<{ limit: number }, { ticketId: string }>(
  'select ticket_id as "ticketId" from search_backlog order by ticket_id limit :limit',
);
const removeBacklog = statement<{ ids: string[] }>('delete from search_backlog where ticket_id in :ids[]');
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
const terms = statement<{ terms: string[] }, Term>(
  'select id, term from search_terms where term in :terms[]',
);
const documents = statement<{ ids: string[] }, DocumentRow>(`
  select doc, ticket_id as "ticketId", home_id as "homeId", status, created_at as "createdAt",
    updated_at as "updatedAt", title, facets, terms, letters as "characters", title_letters as "titleCharacters"
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

export const findCursor = async (queries: Queries) => (await queries.find(cursor, {})) as Cursor;
/** Locks the cursor row: only one process writes the index at a time. */
export const lockCursor = async (tx: Tx) => (await tx.find(lockedCursor, {})) as Cursor;
export const moveCursor = (tx: Tx, position: Cursor) => tx.run(setCursor, position);
export const listBacklog = async (queries: Queries, limit: number) =>
  (await queries.list(backlog, { limit })).map(({ ticketId }) => ticketId);
export const removeFromBacklog = (tx: Tx, ids: string[]) => tx.run(removeBacklog, { ids });
export const addProjectsToBacklog = (tx: Tx, projects: string[]) =>
  tx.run(addTicketsOfProjects, { projects });
/** Whether some events or tickets are not indexed yet. */
export const isIndexBehind = async (queries: Queries) =>
  (await findNewestEvent(queries)) !== (await findCursor(queries)).seq ||
  (await listBacklog(queries, 1)).length > 0;
export const findNewestEvent = async (queries: Queries) => (await queries.find(newestEvent, {}))?.seq ?? -1;

export async function clearIndex(tx: Tx): Promise<void> {
  for (const step of clearStatements) await tx.run(step, {});
}

/** The last settled event, if it is after the cursor. */
export function findLastSettledEvent(tx: Tx, from: Cursor, { after, descending }: EventOrder) {
  const shape = dynamicStatement<Cursor, Cursor>(
    `select xid, seq from settled_events where ${after} order by ${descending} limit 1`,
  );
  return tx.find(shape, from);
}

/** The tickets and renamed projects of the next settled events. */
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

/**
 * The index lag: the tickets whose documents may be stale or missing. `isComplete` is false where there are more changes
 * than `changesMax`.
 */
export async function listUnindexedTickets(
  queries: Queries,
  { afterCursor, ascending }: EventOrder,
  changesMax: number,
): Promise<{ ids: string[]; isComplete: boolean }> {
  const limit = changesMax + 1;
  const shape = dynamicStatement<object, Omit<Change, keyof Cursor>>(`
    select * from (select ticket_id as "ticketId", null as "projectId" from search_backlog limit :limit) b
    union all
    select * from (select ticket_id as "ticketId", ${renamedProject} as "projectId" from events
      where ${afterCursor} order by ${ascending} limit :limit) e`);
  const changes = await queries.list(shape, { limit });
  const { tickets, projects } = subjectsOf(changes);
  const inRenamedProjects = projects.length > 0 ? await queries.list(ticketsOfProjects, { projects }) : [];
  const ids = new Set([...tickets, ...inRenamedProjects.map(({ ticketId }) => ticketId)]);
  return {
    ids: [...ids].slice(0, changesMax),
    isComplete: changes.length <= changesMax && ids.size <= changesMax,
  };
}

function subjectsOf(changes: Omit<Change, keyof Cursor>[]) {
  const tickets = new Set(changes.flatMap(({ ticketId }) => ticketId ?? []));
  const projects = new Set(changes.flatMap(({ projectId }) => projectId ?? []));
  return { tickets: [...tickets], projects: [...projects] };
}

export const listTicketTexts = (queries: Queries, ids: string[]) => queries.list(texts, { ids });
export const listCommentTexts = (queries: Queries, ids: string[]) => queries.list(comments, { ids });
export const listLabelIds = (queries: Queries, ids: string[]) => queries.list(labels, { ids });
export const listDocuments = (tx: Tx, ids: string[]) => tx.list(documents, { ids });
export const findLastDoc = async (tx: Tx) => (await tx.find(lastDocument, {}))?.doc ?? -1;
export const listPostings = (tx: Tx, lists: string[], block: number) => tx.list(postings, { lists, block });

/** Replaces the documents of these tickets; a ticket without a row has no document afterwards. */
export async function replaceDocuments(tx: Tx, ids: string[], rows: DocumentRow[]): Promise<void> {
  await tx.run(removeDocuments, { ids });
  await insertMany(
    tx,
    'search_documents',
    documentColumns,
    rows.map((row) => [
      ...[row.doc, row.ticketId, row.homeId, row.status, row.createdAt, row.updatedAt, row.title],
      ...[row.facets, row.terms, row.characters, row.titleCharacters],
    ]),
  );
}

export function listTermsById(queries: Queries, dialect: IndexDialect, ids: Iterable<TermId>) {
  const { sql, params } = dialect.numbersTable('ids', ids);
  const shape = dynamicStatement<object, Term>(
    `select t.id, t.term from ${sql} n join search_terms t on t.id = n.value`,
  );
  return queries.list(shape, params);
}

/** The ids of terms; new terms get one. */
export async function assignTermIds(tx: Tx, texts: Set<string>): Promise<Map<string, TermId>> {
  const idByTerm = new Map<string, TermId>();
  const read = async (list: string[]) => {
    for (const { id, term } of await tx.list(terms, { terms: list })) idByTerm.set(term, id);
  };
  await read([...texts]);
  const missing = [...texts].filter((term) => !idByTerm.has(term));
  if (missing.length === 0) return idByTerm;
  await insertMany(
    tx,
    'search_terms',
    ['term'],
    missing.map((term) => [term]),
  );
  await read(missing);
  return idByTerm;
}
