import { type Queries, sql, statement } from '../platform/db/index.ts';
import { openCondition } from '../tickets/index.ts';

export interface DigestSubscriber {
  userId: string;
  timezone: string;
  /** Null if never computed. */
  nextAt: number | null;
  /** The time zone that `nextAt` was computed for. */
  nextAtTimezone: string | null;
}

export interface OpenTicket {
  id: string;
  title: string;
  key: string | null;
  status: string;
  dueDate: number | null;
}

export const listDigestSubscribers = sql.list<object, DigestSubscriber>(`
  select p.user_id as "userId", p.timezone, d.next_at as "nextAt", d.timezone as "nextAtTimezone"
  from preferences p join users u on u.id = p.user_id left join digests d on d.user_id = p.user_id
  where p.mail_weekly_digest = 1 and p.notifications = 1 and u.active = 1`);
export const saveNextDigest = sql.run<{ userId: string; timezone: string; nextAt: number }>(`
  insert into digests (user_id, timezone, next_at) values (:userId, :timezone, :nextAt)
  on conflict (user_id) do update set timezone = excluded.timezone, next_at = excluded.next_at`);
// No access check: an assignee may always read the ticket.
export const listOpenTickets = sql.list<{ userId: string; limit: number }, OpenTicket>(`
  select t.id, t.title, p.key || '-' || t.number as key, t.status, t.due_date as "dueDate"
  from tickets t left join projects p on p.id = t.project_id
  where t.assignee_id = :userId and t.deleted_at is null and ${openCondition('t.status')}
    and (p.id is null or p.status = 'active')
  order by case when t.due_date is null then 1 else 0 end, t.due_date, t.priority_rank desc, t.id limit :limit`);

const countForDigestSql = statement<
  { userId: string; now: number; since: number },
  { open: number; overdue: number; done: number; unread: number }
>(`
  select
    (select count(*) from tickets t left join projects p on p.id = t.project_id
      where t.assignee_id = :userId and t.deleted_at is null and ${openCondition('t.status')}
        and (p.id is null or p.status = 'active')) as open,
    (select count(*) from tickets t left join projects p on p.id = t.project_id
      where t.assignee_id = :userId and t.deleted_at is null and ${openCondition('t.status')}
        and t.due_date < :now and (p.id is null or p.status = 'active')) as overdue,
    (select count(*) from tickets where assignee_id = :userId and deleted_at is null
      and completed_at >= :since) as done,
    (select count(*) from notifications where user_id = :userId and read_at is null) as unread`);
export const countForDigest = async (queries: Queries, userId: string, now: number, since: number) =>
  (await queries.find(countForDigestSql, { userId, now, since })) ?? {
    open: 0,
    overdue: 0,
    done: 0,
    unread: 0,
  };
