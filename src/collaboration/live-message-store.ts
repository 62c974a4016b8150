import type { EventCursor, EventRow } from '../events/index.ts';
import { type Queries, sql, statement } from '../platform/db/index.ts';

/** A message in the form of an event, for the check of who may receive it. */
export type LiveMessageRow = Omit<EventRow, 'actorId'>;

export const insertMessage = sql.run<{
  id: string;
  type: string;
  ticketId: string | null;
  projectId: string | null;
  workspaceId: string | null;
  data: string;
  createdAt: number;
}>(`
  insert into live_messages (id, type, ticket_id, project_id, workspace_id, data, created_at)
  values (:id, :type, :ticketId, :projectId, :workspaceId, :data, :createdAt)`);

export const listMessagesAfter = sql.list<EventCursor & { limit: number }, LiveMessageRow>(`
  select xid, seq, id, type, created_at as "occurredAt", ticket_id as "ticketId", project_id as "projectId",
    workspace_id as "workspaceId", data
  from settled_live_messages where (xid, seq) > (:xid, :seq) order by xid, seq limit :limit`);

const findNewestSql = statement<object, EventCursor>(
  'select xid, seq from settled_live_messages order by xid desc, seq desc limit 1',
);
export const findNewestMessage = async (queries: Queries): Promise<EventCursor> =>
  (await queries.find(findNewestSql, {})) ?? { xid: 0, seq: 0 };

/** Whether a message with a higher number is committed, settled or not. */
export const hasMessagesAfter = sql.exists<{ seq: number }, { seq: number }>(
  'select seq from live_messages where seq > :seq limit 1',
);

/** Also those whose row has expired: a missed refresh must not cost an edit. */
export const listPresentUsers = sql.list<{ ids: string[] }, { subjectId: string; userId: string }>(`
  select ticket_id as "subjectId", user_id as "userId" from presences where ticket_id in :ids[]
  union select project_id, user_id from presences where project_id in :ids[]`);

export const deleteOldMessages = sql.run<{ before: number }>(
  'delete from live_messages where created_at < :before',
);
