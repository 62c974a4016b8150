import { type Queries, sql, statement, type Tx } from '../../platform/db/index.ts';
import type { TicketContent } from '../templates/template.ts';
import type { PauseReason, ScheduleWithOwner, TicketSchedule } from './schedule.ts';

type Stored<Schedule> = Omit<Schedule, 'content'> & { content: string };
type ScheduleRow = Stored<TicketSchedule>;
type ScheduleRowWithOwner = Stored<ScheduleWithOwner>;

const columns = `s.id, s.project_id as "projectId", s.owner_id as "ownerId", s.name, s.rule, s.starts_at as "startsAt",
  s.timezone, s.template_id as "templateId", s.content, s.due_days as "dueDays", s.next_at as "nextAt",
  s.paused_at as "pausedAt", s.pause_reason as "pauseReason", s.pause_message as "pauseMessage", s.last_at as "lastAt",
  s.last_ticket_id as "lastTicketId", s.last_missed as "lastMissed", s.created_at as "createdAt",
  s.updated_at as "updatedAt"`;
const withOwner = `select ${columns}, u.name as "ownerName", u.email as "ownerEmail", u.image as "ownerImage"
  from ticket_schedules s join users u on u.id = s.owner_id`;

const findScheduleSql = statement<{ id: string }, ScheduleRowWithOwner>(`${withOwner} where s.id = :id`);
export const findSchedule = async (queries: Queries, id: string) =>
  toSchedule(await queries.find(findScheduleSql, { id }));

const lockScheduleSql = statement<{ id: string }, ScheduleRowWithOwner>(
  `${withOwner} where s.id = :id for update of s`,
);
export const lockSchedule = async (tx: Tx, id: string) => toSchedule(await tx.find(lockScheduleSql, { id }));

const listSchedulesOfSql = statement<{ projectId: string }, ScheduleRowWithOwner>(
  `${withOwner} where s.project_id = :projectId order by s.created_at, s.id`,
);
export const listSchedulesOf = async (queries: Queries, projectId: string) =>
  (await queries.list(listSchedulesOfSql, { projectId })).map((row) => toSchedule(row));
export const countSchedulesOf = sql.count<{ projectId: string }, { total: number }>(
  'select count(*) as total from ticket_schedules where project_id = :projectId',
);
export const listNamesOfSchedulesWith = sql.listValues<{ templateId: string }, { name: string }>(
  'select name from ticket_schedules where template_id = :templateId order by name',
);

const insertScheduleSql = statement<ScheduleRow>(`
  insert into ticket_schedules (id, project_id, owner_id, name, rule, starts_at, timezone, template_id, content, due_days,
    next_at, paused_at, pause_reason, pause_message, last_at, last_ticket_id, last_missed, created_at, updated_at)
  values (:id, :projectId, :ownerId, :name, :rule, :startsAt, :timezone, :templateId, :content, :dueDays,
    :nextAt, :pausedAt, :pauseReason, :pauseMessage, :lastAt, :lastTicketId, :lastMissed, :createdAt, :updatedAt)`);
export const insertSchedule = (tx: Tx, schedule: TicketSchedule) =>
  tx.run(insertScheduleSql, toScheduleRow(schedule));

const updateScheduleSql = statement<ScheduleRow>(`
  update ticket_schedules set owner_id = :ownerId, name = :name, rule = :rule, starts_at = :startsAt,
    timezone = :timezone, template_id = :templateId, content = :content, due_days = :dueDays, next_at = :nextAt,
    paused_at = :pausedAt, pause_reason = :pauseReason, pause_message = :pauseMessage, updated_at = :updatedAt
  where id = :id`);
export const updateSchedule = (tx: Tx, schedule: TicketSchedule) =>
  tx.run(updateScheduleSql, toScheduleRow(schedule));
export const deleteScheduleRow = sql.run<{ id: string }>('delete from ticket_schedules where id = :id');

/** Lists the schedules whose next occurrence has come, the longest waiting first. */
export const listDueSchedules = sql.listValues<{ now: number; limit: number }, { id: string }>(`
  select id from ticket_schedules where next_at is not null and next_at <= :now order by next_at, id limit :limit`);

// Another process works on a locked schedule.
const lockDue = statement<{ id: string; now: number }, ScheduleRow>(`
  select ${columns} from ticket_schedules s where s.id = :id and s.next_at is not null and s.next_at <= :now
  for update skip locked`);
/** Returns undefined if it is no longer due, or another process works on it. */
export const lockDueSchedule = async (tx: Tx, id: string, now: number) =>
  toSchedule(await tx.find(lockDue, { id, now }));
export const advanceSchedule = sql.run<
  Pick<TicketSchedule, 'id' | 'nextAt' | 'lastAt' | 'lastTicketId' | 'lastMissed'>
>(`
  update ticket_schedules set next_at = :nextAt, last_at = :lastAt, last_ticket_id = :lastTicketId,
    last_missed = :lastMissed
  where id = :id`);
export const pauseSchedule = sql.run<{ id: string; reason: PauseReason; message: string; now: number }>(`
  update ticket_schedules set next_at = null, paused_at = :now, pause_reason = :reason, pause_message = :message,
    updated_at = :now
  where id = :id`);

function toSchedule<Row extends { content: string }>(
  row: Row,
): Omit<Row, 'content'> & { content: TicketContent };
function toSchedule<Row extends { content: string }>(
  row: Row | undefined,
): (Omit<Row, 'content'> & { content: TicketContent }) | undefined;
function toSchedule<Row extends { content: string }>(row: Row | undefined) {
  return row && { ...row, content: JSON.parse(row.content) as TicketContent };
}

function toScheduleRow(schedule: TicketSchedule): ScheduleRow {
  const { id, projectId, ownerId, name, rule, startsAt, timezone, templateId, content, dueDays } = schedule;
  const { nextAt, pausedAt, pauseReason, pauseMessage, lastAt, lastTicketId, lastMissed } = schedule;
  const { createdAt, updatedAt } = schedule;
  return {
    ...{ id, projectId, ownerId, name, rule, startsAt, timezone, templateId, dueDays },
    ...{
      nextAt,
      pausedAt,
      pauseReason,
      pauseMessage,
      lastAt,
      lastTicketId,
      lastMissed,
      createdAt,
      updatedAt,
    },
    content: JSON.stringify(content),
  };
}
