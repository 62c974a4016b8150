import type { EventCursor } from '../../events/index.ts';
import { dynamicStatement, type Queries, sql, statement, type Tx } from '../../platform/db/index.ts';
import type { EventOrder } from './index-dialect.ts';
import { indexFormat } from './indexed-fields.ts';
import { pendingTextList } from './posting-lists.ts';

export interface IndexState {
  /** Incremented by each change of documents, facet lists and sort orders. */
  version: number;
  /** Identifies the facets and orders of the documents (`indexFormat`). */
  format: string | null;
}

interface Change extends EventCursor {
  ticketId: string | null;
  /** Set for a project whose key changed. */
  projectId: string | null;
}

// Tickets are found by their key, so a new project key changes the text of all tickets of the project.
const renamedProject = `case when type = 'project.updated' and data like '%"key":{"from":%' then project_id end`;

export const findCursor = sql.get<object, EventCursor>('select xid, seq from search_cursor');

/** Locks the cursor row: only one process writes the index at a time. */
export const lockCursor = sql.get<object, EventCursor & { version: number }>(
  'select xid, seq, version from search_cursor for update',
);

export const findIndexState = sql.get<object, IndexState>('select version, format from search_cursor');

const anyDocument = statement<object, { doc: number }>('select doc from search_documents limit 1');
/** True if the documents have other facets or orders than this version of Docket writes. */
export const isOtherFormat = async (queries: Queries) =>
  (await findIndexState(queries)).format !== indexFormat &&
  (await queries.find(anyDocument, {})) !== undefined;

const setCursor = statement<EventCursor & { version: number; format: string }>(
  'update search_cursor set xid = :xid, seq = :seq, version = :version, format = :format',
);
export const moveCursor = (tx: Tx, position: EventCursor & { version: number }) =>
  tx.run(setCursor, { ...position, format: indexFormat });
export const listBacklog = sql.listValues<{ limit: number }, { ticketId: string }>(
  'select ticket_id as "ticketId" from search_backlog order by ticket_id limit :limit',
);
export const removeFromBacklog = sql.run<{ ids: string[] }>(
  'delete from search_backlog where ticket_id in :ids[]',
);
export const addAllToBacklog = sql.run<object>(`
  insert into search_backlog (ticket_id) select id from tickets where deleted_at is null on conflict do nothing`);

const anyPendingText = statement<{ list: string }, { block: number }>(
  'select block from search_facets where list = :list limit 1',
);
/** True if some events, tickets or texts are not indexed yet. */
export const isIndexBehind = async (queries: Queries) =>
  (await findNewestEvent(queries)) !== (await findCursor(queries)).seq ||
  (await listBacklog(queries, { limit: 1 })).length > 0 ||
  (await queries.find(anyPendingText, { list: pendingTextList })) !== undefined;

const newestEvent = statement<object, { seq: number }>('select coalesce(max(seq), -1) as seq from events');
export const findNewestEvent = async (queries: Queries) => (await queries.find(newestEvent, {}))?.seq ?? -1;

/** Finds the last settled event, if it is after the cursor. */
export function findLastSettledEvent(tx: Tx, from: EventCursor, { after, descending }: EventOrder) {
  const shape = dynamicStatement<EventCursor, EventCursor>(
    `select xid, seq from settled_events where ${after} order by ${descending} limit 1`,
  );
  return tx.find(shape, { xid: from.xid, seq: from.seq });
}

// A ticket changes many times, and many events concern no ticket, such as notifications.
const eventsPerTicket = 8;
const eventsMax = 5_000;

/** Lists the tickets and renamed projects of the next settled events, with at most `ticketsMax` tickets. */
export async function listChanges(
  queries: Queries,
  from: EventCursor,
  { after, ascending }: EventOrder,
  ticketsMax: number,
): Promise<{ tickets: string[]; projects: string[]; upTo: EventCursor | undefined }> {
  const shape = dynamicStatement<object, Change>(`
    select xid, seq, ticket_id as "ticketId", ${renamedProject} as "projectId" from settled_events
    where ${after} order by ${ascending} limit :limit`);
  const limit = Math.max(ticketsMax, Math.min(ticketsMax * eventsPerTicket, eventsMax));
  const changes = cutAtTickets(await queries.list(shape, { ...from, limit }), ticketsMax);
  return { ...listSubjects(changes), upTo: changes.at(-1) };
}

/** Keeps the changes before the one that exceeds `ticketsMax`. */
function cutAtTickets(changes: Change[], ticketsMax: number): Change[] {
  const tickets = new Set<string>();
  const end = changes.findIndex(
    ({ ticketId }) => ticketId !== null && tickets.add(ticketId).size > ticketsMax,
  );
  return end === -1 ? changes : changes.slice(0, end);
}

/** The tickets whose documents may be stale or missing, the last changed ones at the end, and the renamed projects. */
export interface IndexLag {
  tickets: string[];
  projects: string[];
}

// PostgreSQL expects a third of all events after the cursor: with a large limit it would read them in another order and
// sort.
const fewChanges = 2_000;

/** Returns undefined if there are more than `changesMax` changes. */
export const findIndexLag = async (queries: Queries, order: EventOrder, changesMax: number) =>
  (await findLagUpTo(queries, order, fewChanges)) ?? findLagUpTo(queries, order, changesMax);

async function findLagUpTo(
  queries: Queries,
  { afterCursor, ascending }: EventOrder,
  changesMax: number,
): Promise<IndexLag | undefined> {
  const limit = `limit ${changesMax + 1}`;
  // Without the order, PostgreSQL would scan all events instead of reading their index from the cursor on.
  const shape = dynamicStatement<object, Omit<Change, keyof EventCursor> & { changes: number }>(`
    select "ticketId", "projectId", cast(sum(count(*)) over () as bigint) as changes from (
      select * from (select ticket_id as "ticketId", null as "projectId", -1 as seq from search_backlog ${limit}) b
      union all
      select * from (select ticket_id as "ticketId", ${renamedProject} as "projectId", seq from events
        where ${afterCursor} order by ${ascending} ${limit}) e
    ) c group by "ticketId", "projectId" order by max(seq)`);
  const subjects = await queries.list(shape, {});
  return (subjects[0]?.changes ?? 0) <= changesMax ? listSubjects(subjects) : undefined;
}

function listSubjects(changes: Omit<Change, keyof EventCursor>[]): IndexLag {
  const tickets = new Set(changes.flatMap(({ ticketId }) => ticketId ?? []));
  const projects = new Set(changes.flatMap(({ projectId }) => projectId ?? []));
  return { tickets: [...tickets], projects: [...projects] };
}
