import { insertMany, type Queries, sql, type Tx } from '../platform/db/index.ts';

export interface EventRow {
  seq: number;
  xid: number;
  id: string;
  type: string;
  occurredAt: number;
  actorId: string | null;
  workspaceId: string | null;
  projectId: string | null;
  ticketId: string | null;
  data: string;
}

export type NewEvent = Omit<EventRow, 'seq' | 'xid'>;

/** The position of an event in the order of all events. Cursors are compared by `xid`, then by `seq`. */
export interface EventCursor {
  xid: number;
  seq: number;
}

export const isAfter = (a: EventCursor, b: EventCursor): boolean =>
  a.xid > b.xid || (a.xid === b.xid && a.seq > b.seq);

export const actorEventColumns = `seq, id, type, occurred_at as "occurredAt", actor_id as "actorId", workspace_id as "workspaceId",
  project_id as "projectId", ticket_id as "ticketId", data`;
const eventColumns = `xid, ${actorEventColumns}`;

export const findEvent = sql.find<{ id: string }, EventRow>(
  `select ${eventColumns} from ordered_events where id = :id`,
);
export const insertEvent = sql.send<NewEvent>(`
  insert into events (id, type, occurred_at, actor_id, workspace_id, project_id, ticket_id, data)
  values (:id, :type, :occurredAt, :actorId, :workspaceId, :projectId, :ticketId, :data)`);

const columns = ['id', 'type', 'occurred_at', 'actor_id', 'workspace_id', 'project_id', 'ticket_id', 'data'];

export const insertEvents = (tx: Tx, events: NewEvent[]) =>
  insertMany(
    tx,
    'events',
    columns,
    events.map((event) => [
      event.id,
      event.type,
      event.occurredAt,
      event.actorId,
      event.workspaceId,
      event.projectId,
      event.ticketId,
      event.data,
    ]),
  );

/** What is left of the content of an event that somebody had deleted; seals accept it in place of any content. */
export const forgottenData = JSON.stringify({ forgotten: true });
export const forgottenText = 'did something whose content was deleted';
/** An imported event is also marked as imported. */
export const isForgotten = (data: string) => data.startsWith(forgottenData.slice(0, -1));
/** Deletes the content of an event. What happened, when, where and by whom stays. */
export const forgetEvent = sql.run<{ id: string; data: string }>(
  'update events set data = :data where id = :id',
);

/** Lists the settled events after the cursor. No event is ever added before one that was returned. */
export const listEventsAfter = sql.list<EventCursor & { limit: number }, EventRow>(`
  select ${eventColumns} from settled_events where (xid, seq) > (:xid, :seq) order by xid, seq limit :limit`);

/** The newest events of a ticket that have one of the types, oldest first. */
export const listTicketEvents = async (
  queries: Queries,
  params: { ticketId: string; types: readonly string[]; limit: number },
) => (await listNewestOfTicket(queries, { ...params, types: [...params.types] })).reverse();

const listNewestOfTicket = sql.list<{ ticketId: string; types: string[]; limit: number }, EventRow>(`
  select ${eventColumns} from ordered_events where ticket_id = :ticketId and type in :types[]
  order by xid desc, seq desc limit :limit`);
