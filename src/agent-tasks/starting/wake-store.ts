import { sql } from '../../platform/db/index.ts';
import type { TaskState } from '../agent-task.ts';

export interface WakeCandidate {
  id: string;
  name: string;
  /** The role of the agent in the project. */
  role: string | null;
  /** An unfinished task of the agent on the ticket and its state. A waiting one comes first. */
  openTaskId: string | null;
  openState: Extract<TaskState, 'queued' | 'in_progress' | 'waiting_for_user'> | null;
}

/** The given users that are active agents. */
export const listWakeCandidates = sql.list<
  { ids: string[]; projectId: string; ticketId: string },
  WakeCandidate
>(`
  select u.id, u.name, m.role, o.id as "openTaskId", o.state as "openState"
  from users u left join project_members m on m.project_id = :projectId and m.user_id = u.id
  left join agent_tasks o on o.id = (
    select a.id from agent_tasks a where a.ticket_id = :ticketId and a.agent_id = u.id
      and a.state in ('queued', 'in_progress', 'waiting_for_user')
    order by case a.state when 'waiting_for_user' then 0 when 'in_progress' then 1 else 2 end, a.created_at, a.id limit 1)
  where u.id in :ids[] and u.agent_owner_id is not null and u.active = 1
  order by u.name, u.id`);

/** Whether the user may write in the project. */
export const isWriter = sql.exists<{ userId: string; projectId: string }, { id: string }>(`
  select user_id as id from project_members
  where project_id = :projectId and user_id = :userId and role <> 'viewer'`);
