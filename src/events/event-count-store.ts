import { type Queries, statement, type Tx } from '../platform/db/index.ts';
import type { EventCursor } from './event-store.ts';

const cursor = statement<object, EventCursor>('select xid, seq from event_count_cursor');
const lock = statement<object, EventCursor>('select xid, seq from event_count_cursor for update');
const move = statement<EventCursor>('update event_count_cursor set xid = :xid, seq = :seq');

type CountedEvent = EventCursor & { type: string; actorId: string | null; ticketId: string | null };
const after = statement<EventCursor & { limit: number }, CountedEvent>(`
  select xid, seq, type, actor_id as "actorId", ticket_id as "ticketId" from settled_events
  where (xid, seq) > (:xid, :seq) order by xid, seq limit :limit`);

// The events after the cursor are few; `|| ''` keeps the engines from reading all events of the actor or ticket instead.
const uncounted = `from ordered_events e, event_count_cursor c where (e.xid, e.seq) > (c.xid, c.seq)`;
const activityTotal = statement<{ owners: string[]; actorId: string; types: string[] }, { total: number }>(`
  select cast(coalesce((select sum(total) from list_counts where list = 'activity' and owner in :owners[]), 0)
    + (select count(*) ${uncounted} and e.actor_id || '' = :actorId and e.type in :types[]) as bigint) as total`);
const historyTotal = statement<{ ticketId: string }, { total: number | null }>(`
  select (select total from list_counts where list = 'history' and owner = :ticketId)
    + (select count(*) ${uncounted} and e.ticket_id || '' = :ticketId) as total`);
const countOfTicket = statement<{ ticketId: string; limit: number }, { total: number }>(`
  select count(*) as total from (select 1 from events where ticket_id = :ticketId limit :limit) found`);
const startHistory = statement<{ ticketId: string }>(`
  insert into list_counts (list, owner, total)
  select 'history', :ticketId, count(*) from ordered_events e, event_count_cursor c
  where e.ticket_id = :ticketId and (e.xid, e.seq) <= (c.xid, c.seq)
  on conflict (list, owner) do nothing`);
const counted = statement<{ ticketIds: string[] }, { owner: string }>(
  "select owner from list_counts where list = 'history' and owner in :ticketIds[]",
);

export const findCountCursor = async (queries: Queries) => (await queries.find(cursor, {})) as EventCursor;
export const lockCountCursor = async (tx: Tx) => (await tx.find(lock, {})) as EventCursor;
export const moveCountCursor = (tx: Tx, { xid, seq }: EventCursor) => tx.run(move, { xid, seq });
export const listUncountedEvents = (queries: Queries, cursor: EventCursor, limit: number) =>
  queries.list(after, { ...cursor, limit });

export const activityOwner = (actorId: string, type: string) => `${actorId} ${type}`;

/** The number of events of these types that the actor caused. */
export async function countActivity(queries: Queries, actorId: string, types: string[]): Promise<number> {
  const owners = types.map((type) => activityOwner(actorId, type));
  return (await queries.find(activityTotal, { owners, actorId, types }))?.total ?? 0;
}

/** Undefined for a ticket whose events are not counted in `list_counts`. */
export const findHistoryCount = async (queries: Queries, ticketId: string) =>
  (await queries.find(historyTotal, { ticketId }))?.total ?? undefined;
/** Counts at most `limit`. */
export const countEventsOfTicket = async (queries: Queries, ticketId: string, limit: number) =>
  (await queries.find(countOfTicket, { ticketId, limit }))?.total ?? 0;
/** From now on the loop counts the events of the ticket. The cursor must be locked. */
export const startHistoryCount = (tx: Tx, ticketId: string) => tx.run(startHistory, { ticketId });
export const listCountedTickets = async (tx: Tx, ticketIds: string[]) =>
  (await tx.list(counted, { ticketIds })).map(({ owner }) => owner);
