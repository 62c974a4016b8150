import { hourMs } from '../platform/clock.ts';
import { type Queries, type Statement, sql, statement, type Tx } from '../platform/db/index.ts';
import { firstCountFrom } from '../platform/list-counts/index.ts';
import { eventCursor } from './event-cursor-store.ts';
import type { EventCursor } from './event-store.ts';

export const countCursor = eventCursor('event_count_cursor');

interface CountedEvent extends EventCursor {
  type: string;
  actorId: string | null;
  ticketId: string | null;
  occurredAt: number;
}

const uncountedMax = { few: 2_000, all: 1_000_000 };
type HowMany = keyof typeof uncountedMax;

/**
 * Builds a statement that also reads the events after the cursor, in two forms: for few events, which is nearly always
 * the case, and for many, as after an import. PostgreSQL expects a third of all events after the cursor, and reads all
 * of them in another order unless the limit is low. `build` gets `uncounted_events` for the `with` clause of the
 * statement, whose row must have the column `countUncounted`.
 */
export const withUncountedEvents = <S>(build: (uncountedEvents: string) => S): Record<HowMany, S> => {
  const of = (howMany: HowMany) =>
    build(`uncounted_events as (
    select type, actor_id, ticket_id, occurred_at from ordered_events
    where (xid, seq) > ((select xid from event_count_cursor), (select seq from event_count_cursor))
    order by xid, seq limit ${uncountedMax[howMany]})`);
  return { few: of('few'), all: of('all') };
};
export const countUncounted = '(select count(*) from uncounted_events) as uncounted';

/** Runs the form for few events and, if there are more, the form for many. */
export async function findWithUncounted<P extends object, R extends { uncounted: number }>(
  queries: Queries,
  statements: Record<HowMany, Statement<P, R>>,
  params: P,
): Promise<R | undefined> {
  const found = await queries.find(statements.few, params);
  return found && found.uncounted >= uncountedMax.few ? queries.find(statements.all, params) : found;
}

type ActivityParams = { owners: string[]; actorId: string; types: string[] };
const activityTotal = withUncountedEvents((uncountedEvents) =>
  statement<ActivityParams, { total: number; uncounted: number }>(`
  with ${uncountedEvents}
  select cast(coalesce((select sum(total) from list_counts where list = 'activity' and owner in :owners[]), 0)
    + (select count(*) from uncounted_events where actor_id = :actorId and type in :types[]) as bigint) as total,
    ${countUncounted}`),
);
const historyTotal = withUncountedEvents((uncountedEvents) =>
  statement<{ ticketId: string }, { total: number | null; uncounted: number }>(`
  with ${uncountedEvents}
  select (select total from list_counts where list = 'history' and owner = :ticketId)
    + (select count(*) from uncounted_events where ticket_id = :ticketId) as total, ${countUncounted}`),
);

interface ActiveHour {
  actorId: string;
  hour: number;
}

export const listUncountedEvents = sql.list<EventCursor & { limit: number }, CountedEvent>(`
  select xid, seq, type, actor_id as "actorId", ticket_id as "ticketId", occurred_at as "occurredAt" from settled_events
  where (xid, seq) > (:xid, :seq) order by xid, seq limit :limit`);

export const activityOwner = (actorId: string, type: string) => `${actorId} ${type}`;

/** Counts the events of these types that the actor caused. */
export async function countActivity(queries: Queries, actorId: string, types: string[]): Promise<number> {
  const owners = types.map((type) => activityOwner(actorId, type));
  return (await findWithUncounted(queries, activityTotal, { owners, actorId, types }))?.total ?? 0;
}

const saveHour = statement<ActiveHour>(
  'insert into active_hours (actor_id, hour) values (:actorId, :hour) on conflict do nothing',
);
export async function saveActiveHours(tx: Tx, events: readonly CountedEvent[]): Promise<void> {
  const hours = new Map<string, ActiveHour>();
  for (const { actorId, occurredAt } of events) {
    const hour = Math.floor(occurredAt / hourMs);
    if (actorId !== null) hours.set(`${actorId} ${hour}`, { actorId, hour });
  }
  for (const active of hours.values()) await tx.send(saveHour, active);
}

/** Returns undefined if the events of the ticket are not counted in `list_counts`. */
export const findHistoryCount = async (queries: Queries, ticketId: string) =>
  (await findWithUncounted(queries, historyTotal, { ticketId }))?.total ?? undefined;
/** Counts the events of a ticket up to `limit`. */
export const countEventsOfTicket = sql.count<{ ticketId: string; limit: number }, { total: number }>(`
  select count(*) as total from (select 1 from events where ticket_id = :ticketId limit :limit) found`);
/** Makes the loop count the events of the ticket from now on. The caller must have locked the cursor. */
export const startHistoryCount = sql.run<{ ticketId: string }>(
  firstCountFrom(`
  select 'history', :ticketId, count(*) from ordered_events e, event_count_cursor c
  where e.ticket_id = :ticketId and (e.xid, e.seq) <= (c.xid, c.seq)`),
);
export const listCountedTickets = sql.listValues<{ ticketIds: string[] }, { owner: string }>(
  "select owner from list_counts where list = 'history' and owner in :ticketIds[]",
);
