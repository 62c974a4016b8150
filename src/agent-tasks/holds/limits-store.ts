import { sql } from '../../platform/db/index.ts';
import type { CollisionMode } from '../collisions/collision.ts';

/** Null where the default applies. */
interface LimitsRow {
  tasksPerHour: number | null;
  tasksPerTicketPerDay: number | null;
  chainDepth: number | null;
  collisions: Exclude<CollisionMode, 'off'> | null;
}

export const findLimits = sql.find<{ projectId: string }, LimitsRow>(`
  select tasks_per_hour as "tasksPerHour", tasks_per_ticket_per_day as "tasksPerTicketPerDay",
    chain_depth as "chainDepth", collisions
  from agent_task_limits where project_id = :projectId`);

export const upsertLimits = sql.run<LimitsRow & { projectId: string }>(`
  insert into agent_task_limits (project_id, tasks_per_hour, tasks_per_ticket_per_day, chain_depth, collisions)
  values (:projectId, :tasksPerHour, :tasksPerTicketPerDay, :chainDepth, :collisions)
  on conflict (project_id) do update set tasks_per_hour = excluded.tasks_per_hour,
    tasks_per_ticket_per_day = excluded.tasks_per_ticket_per_day, chain_depth = excluded.chain_depth,
    collisions = excluded.collisions`);

/** Counts the tasks of a cap that were offered since then. */
export const countOfferedSince = sql.count<{ capKey: string; since: number }, { total: number }>(
  'select count(*) as total from agent_tasks where cap_key = :capKey and offered_at > :since',
);

/** Counts the held tasks of a project by reason, up to `max` in all. */
export const countHolds = sql.list<{ projectId: string; max: number }, { hold: string; total: number }>(`
  select hold, count(*) as total from (
    select hold from agent_tasks where project_id = :projectId and hold is not null limit :max) held
  group by hold`);
