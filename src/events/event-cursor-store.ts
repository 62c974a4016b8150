import type { Waiting } from '../platform/background-loop.ts';
import { type Database, type Queries, sql, statement, type Tx } from '../platform/db/index.ts';
import type { EventCursor } from './event-store.ts';

/** The position in the event log that a loop has reached: the only row of a table with the columns `xid` and `seq`. */
export function eventCursor(table: string) {
  const find = statement<object, EventCursor>(`select xid, seq from ${table}`);
  const lock = statement<object, EventCursor>(`select xid, seq from ${table} for update`);
  const move = statement<EventCursor>(`update ${table} set xid = :xid, seq = :seq`);
  const cursor = {
    find: async (queries: Queries) => (await queries.find(find, {})) as EventCursor,
    /** The row lock makes other processes wait, so that no event is handled twice. */
    lock: async (tx: Queries) => (await tx.find(lock, {})) as EventCursor,
    move: (tx: Queries, { xid, seq }: EventCursor) => tx.run(move, { xid, seq }),
    /**
     * Handles the events between two positions and moves the cursor, in one transaction. If another process has moved it
     * meanwhile, that process has handled them, and nothing happens.
     */
    advance: (db: Database, from: EventCursor, to: EventCursor, handle: (tx: Tx) => Promise<void>) =>
      db.transaction(async (tx) => {
        const current = await cursor.lock(tx);
        if (current.xid !== from.xid || current.seq !== from.seq) return;
        await handle(tx);
        await cursor.move(tx, to);
      }),
  };
  return cursor;
}

interface EventsBehind {
  waiting: number;
  /** The times of the first event after the cursor, of the event at the cursor, and of the last migration. */
  firstAt: number | null;
  reachedAt: number | null;
  migratedAt: number | null;
}

/** Counts the settled events after a cursor. */
export function eventsBehind(cursor: string) {
  const behind = statement<{ max: number }, EventsBehind>(`
    with behind as (
      select e.xid, e.seq, e.occurred_at from settled_events e cross join ${cursor} c
      where (e.xid, e.seq) > (c.xid, c.seq) order by e.xid, e.seq limit :max)
    select (select count(*) from behind) as waiting,
      (select occurred_at from behind order by xid, seq limit 1) as "firstAt",
      (select e.occurred_at from events e join ${cursor} c on e.seq = c.seq) as "reachedAt",
      (select max(applied_at) from schema_migrations) as "migratedAt"`);
  return async (queries: Queries, now: number, max: number) =>
    behindSince((await queries.find(behind, { max })) as EventsBehind, now);
}

/**
 * Since when the cursor is behind. The time of an event can be long before it is recorded, for example in an import, or
 * a migration can reset the cursor. So the cursor is behind at the earliest since it reached its current event, and
 * since the last migration. Times in the future are ignored.
 */
function behindSince({ waiting, firstAt, reachedAt, migratedAt }: EventsBehind, now: number): Waiting {
  if (firstAt === null) return { waiting: 0, oldest: null };
  const times = [reachedAt, migratedAt].filter((time) => time !== null && time <= now) as number[];
  return { waiting, oldest: Math.max(firstAt, ...times) };
}

/** Counts committed events that readers do not see yet, because an earlier event may still be committed. */
export const findUnsettledEvents = sql.get<{ max: number }, Waiting>(`
  select count(*) as waiting, min(occurred_at) as oldest from (
    select e.occurred_at from ordered_events e cross join (
      select xid, seq from settled_events order by xid desc, seq desc limit 1) s
    where (e.xid, e.seq) > (s.xid, s.seq) order by e.xid, e.seq limit :max) behind`);

export const findNewestEventTime = sql.findValue<object, { occurredAt: number }>(
  'select occurred_at as "occurredAt" from events order by seq desc limit 1',
);
