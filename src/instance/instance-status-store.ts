import { type Queries, statement } from '../platform/db/index.ts';

export interface Waiting {
  waiting: number;
  oldest: number | null;
}

const accounts = statement<object, { people: number; disabled: number; agents: number }>(`
  select count(case when agent_owner_id is null and active = 1 then 1 end) as people,
    count(case when agent_owner_id is null and active = 0 then 1 end) as disabled,
    count(case when agent_owner_id is not null and active = 1 then 1 end) as agents
  from users`);
const files = statement<object, { files: number; bytes: number }>(`
  select count(*) as files, cast(coalesce(sum(size), 0) as bigint) as bytes
  from (select size from attachments union all select size from avatars) f`);
const mails = statement<{ now: number }, Waiting>(`
  select count(*) as waiting, min(due_at) as oldest from mails where state = 'waiting' and due_at <= :now`);
const deliveries = statement<{ now: number }, Waiting>(`
  select count(*) as waiting, min(next_at) as oldest from webhook_deliveries where state = 'pending' and next_at <= :now`);
// The limit bounds the cost: nobody needs to know how many more there are.
const unnotified = statement<{ max: number }, { waiting: number }>(`
  select count(*) as waiting from (
    select 1 as one from settled_events e cross join notification_cursor c
    where (e.xid, e.seq) > (c.xid, c.seq) limit :max) s`);

const eventsMax = 10_000;

export const countAccounts = async (queries: Queries) =>
  (await queries.find(accounts, {})) ?? { people: 0, disabled: 0, agents: 0 };
export const sumFiles = async (queries: Queries) => (await queries.find(files, {})) ?? { files: 0, bytes: 0 };
export const findWaitingMails = (queries: Queries, now: number) => queries.find(mails, { now });
export const findWaitingDeliveries = (queries: Queries, now: number) => queries.find(deliveries, { now });
export const countUnnotifiedEvents = async (queries: Queries) =>
  (await queries.find(unnotified, { max: eventsMax }))?.waiting ?? 0;
