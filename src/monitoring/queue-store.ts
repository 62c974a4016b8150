import { type Queries, statement } from '../platform/db/index.ts';

/** Work that is due, and since when the oldest of it is due. */
export interface Waiting {
  waiting: number;
  oldest: number | null;
}

interface Due {
  now: number;
  max: number;
}

// Each count ends at `max`, which bounds its cost: how many more there are changes nothing about what to do.
// A first attempt (lane 0) is due since its creation; `next_at` then holds the number of the event, which orders the queue.
const deliveries = statement<Due, Waiting>(`
  select
    (select count(*) from (
      select 1 as one from webhooks w join webhook_deliveries d on d.webhook_number = w.number
      where w.active = 1 and d.state = 'pending' and (d.lane = 0 or d.next_at <= :now) limit :max) due) as waiting,
    (select min(since) from (
      select (select d.created_at from webhook_deliveries d
        where d.webhook_number = w.number and d.state = 'pending' and d.lane = 0 order by d.next_at limit 1) as since
      from webhooks w where w.active = 1
      union all
      select (select d.next_at from webhook_deliveries d
        where d.webhook_number = w.number and d.state = 'pending' and d.lane = 1 and d.next_at <= :now
        order by d.next_at limit 1) as since
      from webhooks w where w.active = 1) heads) as oldest`);
const mails = statement<Due, Waiting>(`
  select
    (select count(*) from (
      select 1 as one from mails where state = 'waiting' and due_at <= :now limit :max) due) as waiting,
    (select min(due_at) from mails where state = 'waiting' and due_at <= :now) as oldest`);
// Reads the first task of each queue and priority, however many wait.
const agentTasks = statement<Due, Waiting>(`
  with recursive queues(id) as (
    select min(queue_id) from agent_tasks where state = 'queued' and held_reason is null
    union all
    select (select min(a.queue_id) from agent_tasks a
      where a.state = 'queued' and a.held_reason is null and a.queue_id > q.id)
    from queues q where q.id is not null),
  ranks as (select 4 as rank union all select 3 union all select 2 union all select 1 union all select 0)
  select
    (select count(*) from (
      select 1 as one from agent_tasks where state = 'queued' and held_reason is null and run_after <= :now
      limit :max) due) as waiting,
    (select min(since) from (
      select (select a.run_after from agent_tasks a
        where a.queue_id = q.id and a.priority_rank = r.rank and a.state = 'queued' and a.held_reason is null
          and a.run_after <= :now
        order by a.run_after, a.id limit 1) as since
      from queues q cross join ranks r where q.id is not null) heads) as oldest`);
const heldTasks = statement<{ max: number }, { waiting: number }>(`
  select count(*) as waiting from (
    select 1 as one from agent_tasks where held_reason is not null limit :max) held`);
const docsJobs = statement<object, Waiting>(`
  select count(*) as waiting, min(created_at) as oldest from docs_jobs
  where state in ('queued', 'running') and state = 'queued'`);
const unnotified = eventsBehind('notification_cursor');
const unindexed = eventsBehind('search_cursor');
const unindexedTickets = statement<{ max: number }, { waiting: number }>(`
  select count(*) as waiting from (select 1 as one from search_backlog limit :max) behind`);
const unsettled = statement<{ max: number }, Waiting>(`
  select count(*) as waiting, min(occurred_at) as oldest from (
    select e.occurred_at from ordered_events e cross join (
      select xid, seq from settled_events order by xid desc, seq desc limit 1) s
    where (e.xid, e.seq) > (s.xid, s.seq) order by e.xid, e.seq limit :max) behind`);

const none: Waiting = { waiting: 0, oldest: null };

interface EventsBehind {
  waiting: number;
  /** The times of the first event behind the cursor, of the event at it, and of the last migration. */
  firstAt: number | null;
  reachedAt: number | null;
  migratedAt: number | null;
}

function eventsBehind(cursor: 'notification_cursor' | 'search_cursor') {
  return statement<{ max: number }, EventsBehind>(`
    with behind as (
      select e.xid, e.seq, e.occurred_at from settled_events e cross join ${cursor} c
      where (e.xid, e.seq) > (c.xid, c.seq) order by e.xid, e.seq limit :max)
    select (select count(*) from behind) as waiting,
      (select occurred_at from behind order by xid, seq limit 1) as "firstAt",
      (select e.occurred_at from events e join ${cursor} c on e.seq = c.seq) as "reachedAt",
      (select max(applied_at) from schema_migrations) as "migratedAt"`);
}

/**
 * Since when the cursor is behind. The time of an event may be long ago when it is recorded, in an import for example, or
 * when a migration makes the cursor begin anew: the cursor was not behind before it reached its event, nor before the
 * migration. A time in the future says nothing.
 */
function behindSince({ waiting, firstAt, reachedAt, migratedAt }: EventsBehind, now: number): Waiting {
  if (firstAt === null) return none;
  const times = [reachedAt, migratedAt].filter((time) => time !== null && time <= now) as number[];
  return { waiting, oldest: Math.max(firstAt, ...times) };
}

export const findDueDeliveries = async (queries: Queries, now: number, max: number) =>
  (await queries.find(deliveries, { now, max })) ?? none;
export const findDueMails = async (queries: Queries, now: number, max: number) =>
  (await queries.find(mails, { now, max })) ?? none;
export const findDueTasks = async (queries: Queries, now: number, max: number) =>
  (await queries.find(agentTasks, { now, max })) ?? none;
export const countHeldTasks = async (queries: Queries, max: number) =>
  (await queries.find(heldTasks, { max }))?.waiting ?? 0;
export const findQueuedDocsJobs = async (queries: Queries) => (await queries.find(docsJobs, {})) ?? none;
export const findUnnotifiedEvents = async (queries: Queries, now: number, max: number) =>
  behindSince((await queries.find(unnotified, { max })) as EventsBehind, now);
/** Events that the search index has not reached. */
export const findUnindexedEvents = async (queries: Queries, now: number, max: number) =>
  behindSince((await queries.find(unindexed, { max })) as EventsBehind, now);
/** Tickets that wait for a rebuild of the search index. */
export const countUnindexedTickets = async (queries: Queries, max: number) =>
  (await queries.find(unindexedTickets, { max }))?.waiting ?? 0;
/** Committed events before which another one may still appear, so that nobody follows them yet. */
export const findUnsettledEvents = async (queries: Queries, max: number) =>
  (await queries.find(unsettled, { max })) ?? none;
