import { type Queries, sql, statement } from '../../platform/db/index.ts';

/** `startDay` is 1 for Monday; flags are 0 or 1. `nextAt` is null while the schedule is paused. */
export interface ScheduleRow {
  projectId: string;
  setBy: string;
  timezone: string;
  lengthWeeks: number;
  startDay: number;
  plannedAhead: number;
  carriesOver: number;
  nextAt: number | null;
}

/** A cycle with both dates. The last two columns are null until the schedule has started and ended it. */
export interface CycleRow {
  id: string;
  projectId: string;
  name: string;
  startsAt: number;
  endsAt: number;
  startedAt: number | null;
  endedAt: number | null;
}

const columns = `s.project_id as "projectId", s.set_by as "setBy", s.timezone, s.length_weeks as "lengthWeeks",
  s.start_day as "startDay", s.planned_ahead as "plannedAhead", s.carries_over as "carriesOver", s.next_at as "nextAt"`;

export const findSchedule = sql.find<{ projectId: string }, ScheduleRow>(
  `select ${columns} from cycle_schedules s where s.project_id = :projectId`,
);
// A second process waits for the lock and then sees the later next_at of the first.
export const lockDueSchedule = sql.find<{ projectId: string; now: number }, ScheduleRow>(`
  select ${columns} from cycle_schedules s where s.project_id = :projectId and s.next_at <= :now for update`);
/** Lists the projects in which a cycle starts or ends now. */
export const listDueProjects = sql.listValues<{ now: number; limit: number }, { projectId: string }>(`
  select s.project_id as "projectId" from cycle_schedules s join projects p on p.id = s.project_id
  where s.next_at <= :now and p.status = 'active' order by s.next_at limit :limit`);
export const upsertSchedule = sql.run<ScheduleRow>(`
  insert into cycle_schedules (project_id, set_by, timezone, length_weeks, start_day, planned_ahead, carries_over, next_at)
  values (:projectId, :setBy, :timezone, :lengthWeeks, :startDay, :plannedAhead, :carriesOver, :nextAt)
  on conflict (project_id) do update set set_by = excluded.set_by, timezone = excluded.timezone,
    length_weeks = excluded.length_weeks, start_day = excluded.start_day, planned_ahead = excluded.planned_ahead,
    carries_over = excluded.carries_over, next_at = excluded.next_at`);
export const setNextAt = sql.run<{ projectId: string; nextAt: number | null }>(
  'update cycle_schedules set next_at = :nextAt where project_id = :projectId',
);
/** Makes the schedule due now, after a change of the project's cycles. */
export const bringScheduleForward = sql.run<{ projectId: string; now: number }>(
  'update cycle_schedules set next_at = :now where project_id = :projectId and next_at > :now',
);
// Without a limit, because a project has only dozens of cycles.
export const listDatedCycles = sql.list<{ projectId: string }, CycleRow>(`
  select g.id, g.project_id as "projectId", g.name, g.starts_at as "startsAt", g.ends_at as "endsAt",
    g.started_at as "startedAt", g.ended_at as "endedAt"
  from groups g where g.project_id = :projectId and g.kind = 'cycle' and g.starts_at is not null and g.ends_at is not null
  order by g.starts_at, g.id`);
export const markCycleStarted = sql.run<{ id: string; now: number }>(
  'update groups set started_at = :now where id = :id',
);
export const markCycleEnded = sql.run<{ id: string; now: number }>(
  'update groups set ended_at = :now where id = :id',
);

const skipStarted = statement<{ projectId: string; now: number }>(`
  update groups set started_at = :now
  where project_id = :projectId and kind = 'cycle' and starts_at <= :now and started_at is null`);
const skipEnded = statement<{ projectId: string; now: number }>(`
  update groups set ended_at = :now
  where project_id = :projectId and kind = 'cycle' and ends_at <= :now and ended_at is null`);
/** Marks cycles that should have started or ended before now as done, without events and without moving tickets. */
export async function skipPastCycles(tx: Queries, projectId: string, now: number): Promise<void> {
  await tx.run(skipStarted, { projectId, now });
  await tx.run(skipEnded, { projectId, now });
}
export const countDoneTickets = sql.count<{ groupId: string }, { count: number }>(`
  select count(*) as count from tickets where group_id = :groupId and status = 'done' and deleted_at is null`);
/** Counts the tickets moved from one group to another since an instant. */
export const countMovedTickets = sql.count<{ from: string; to: string; since: number }, { count: number }>(`
  select count(distinct ticket_id) as count from ticket_group_moves
  where from_group_id = :from and to_group_id = :to and at >= :since`);
