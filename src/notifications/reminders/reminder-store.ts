import { sql } from '../../platform/db/index.ts';

export interface Reminder {
  id: string;
  userId: string;
  ticketId: string;
  remindAt: number;
  createdAt: number;
}

/** A reminder with what a notification says of its ticket. */
export interface ReminderOfTicket extends Reminder {
  title: string;
  number: number | null;
  projectId: string | null;
  projectName: string | null;
  projectKey: string | null;
}

const columns = `r.id, r.user_id as "userId", r.ticket_id as "ticketId", r.remind_at as "remindAt",
  r.created_at as "createdAt", t.title, t.number, p.id as "projectId", p.name as "projectName", p.key as "projectKey"`;
const source = `reminders r join tickets t on t.id = r.ticket_id and t.deleted_at is null
  left join projects p on p.id = t.project_id`;

type OfTicket = { userId: string; ticketId: string };
export const listRemindersOf = sql.list<{ userId: string }, ReminderOfTicket>(
  `select ${columns} from ${source} where r.user_id = :userId order by r.remind_at, r.id`,
);
export const findReminder = sql.find<OfTicket, ReminderOfTicket>(
  `select ${columns} from ${source} where r.user_id = :userId and r.ticket_id = :ticketId`,
);
export const countReminders = sql.count<{ userId: string }, { total: number }>(
  'select count(*) as total from reminders where user_id = :userId',
);
export const saveReminder = sql.run<Reminder>(`
  insert into reminders (id, user_id, ticket_id, remind_at, created_at)
  values (:id, :userId, :ticketId, :remindAt, :createdAt)
  on conflict (user_id, ticket_id) do update set remind_at = excluded.remind_at`);
export const deleteReminderOf = sql.change<OfTicket>(
  'delete from reminders where user_id = :userId and ticket_id = :ticketId',
);
export const listRemindedTickets = sql.listValues<{ userId: string; projectId: string }, { id: string }>(`
  select t.id from reminders r join tickets t on t.id = r.ticket_id
  where r.user_id = :userId and t.project_id = :projectId`);

export const listDueReminders = sql.listValues<{ now: number; limit: number }, { id: string }>(
  'select id from reminders where remind_at <= :now order by remind_at limit :limit',
);
/** Finds it if its time has come, even if its ticket was deleted: then it has no title. */
export const findDueReminder = sql.find<
  { id: string; now: number },
  Omit<ReminderOfTicket, 'title'> & { title: string | null }
>(`
  select ${columns} from reminders r left join tickets t on t.id = r.ticket_id and t.deleted_at is null
  left join projects p on p.id = t.project_id where r.id = :id and r.remind_at <= :now`);
/** Counts only in the process that comes first; in the others the row is gone. */
export const takeReminder = sql.change<{ id: string; now: number }>(
  'delete from reminders where id = :id and remind_at <= :now',
);
