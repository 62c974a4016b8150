import { type Queries, statement } from '../platform/db/index.ts';

/** Work that is due. `oldest`: since when the oldest of it is due. */
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
const unnotified = statement<{ max: number }, Waiting>(`
  select count(*) as waiting, min(occurred_at) as oldest from (
    select e.occurred_at from settled_events e cross join notification_cursor c
    where (e.xid, e.seq) > (c.xid, c.seq) order by e.xid, e.seq limit :max) behind`);
const unindexed = statement<{ max: number }, Waiting>(`
  select count(*) as waiting, min(occurred_at) as oldest from (
    select e.occurred_at from settled_events e cross join search_cursor c
    where (e.xid, e.seq) > (c.xid, c.seq) order by e.xid, e.seq limit :max) behind`);
const unindexedTickets = statement<{ max: number }, { waiting: number }>(`
  select count(*) as waiting from (select 1 as one from search_backlog limit :max) behind`);
const unsettled = statement<{ max: number }, Waiting>(`
  select count(*) as waiting, min(occurred_at) as oldest from (
    select e.occurred_at from ordered_events e cross join (
      select xid, seq from settled_events order by xid desc, seq desc limit 1) s
    where (e.xid, e.seq) > (s.xid, s.seq) order by e.xid, e.seq limit :max) behind`);

const none: Waiting = { waiting: 0, oldest: null };

export const findDueDeliveries = async (queries: Queries, now: number, max: number) =>
  (await queries.find(deliveries, { now, max })) ?? none;
export const findDueMails = async (queries: Queries, now: number, max: number) =>
  (await queries.find(mails, { now, max })) ?? none;
export const findDueTasks = async (queries: Queries, now: number, max: number) =>
  (await queries.find(agentTasks, { now, max })) ?? none;
export const countHeldTasks = async (queries: Queries, max: number) =>
  (await queries.find(heldTasks, { max }))?.waiting ?? 0;
export const findQueuedDocsJobs = async (queries: Queries) => (await queries.find(docsJobs, {})) ?? none;
export const findUnnotifiedEvents = async (queries: Queries, max: number) =>
  (await queries.find(unnotified, { max })) ?? none;
/** Events that the search index has not reached. */
export const findUnindexedEvents = async (queries: Queries, max: number) =>
  (await queries.find(unindexed, { max })) ?? none;
/** Tickets that wait for a rebuild of the search index. */
export const countUnindexedTickets = async (queries: Queries, max: number) =>
  (await queries.find(unindexedTickets, { max }))?.waiting ?? 0;
/** Committed events before which another one may still appear, so that nobody follows them yet. */
export const findUnsettledEvents = async (queries: Queries, max: number) =>
  (await queries.find(unsettled, { max })) ?? none;
