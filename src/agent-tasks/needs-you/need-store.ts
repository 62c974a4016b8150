import { sql } from '../../platform/db/index.ts';
import { openCondition } from '../../tickets/index.ts';
import type { AgentTask } from '../agent-task.ts';
import { selectTasksForActor, type TaskForActor } from '../agent-task-store.ts';

/**
 * Where the person reads tasks: in projects, on tickets without a project in homes, and those of the instance. The caller
 * checks access to every task; without this condition the tasks of others could take up the whole limit.
 */
type InProjects = { projectIds: string[]; homeIds: string[]; seesInstance: number; limit: number };

const inProjects = `(a.project_id in :projectIds[] or (a.project_id is null and (
    exists (select 1 from tickets w where w.id = a.ticket_id and w.home_id in :homeIds[])
    or (a.ticket_id is null and :seesInstance = 1))))`;

export const listTasksWithQuestion = sql.listValues<InProjects, { id: string }>(`
  select a.id from agent_tasks a where a.state = 'waiting_for_user' and ${inProjects}
  order by a.updated_at limit :limit`);

// A task that was tried again, or followed by another on the same ticket, needs nobody.
export const listFailedTasks = sql.listValues<InProjects & { since: number }, { id: string }>(`
  select a.id from agent_tasks a left join tickets t on t.id = a.ticket_id
  where a.completed_at > :since and ${inProjects} and a.state in ('failed', 'timed_out')
    and (t.id is null or (t.deleted_at is null and ${openCondition('t.status')}))
    and not exists (select 1 from agent_tasks n where n.follows_id = a.id)
    and not exists (select 1 from agent_tasks n where n.ticket_id = a.ticket_id and n.created_at > a.created_at)
  order by a.completed_at desc limit :limit`);

/** The newest completed task of each ticket that waits for a review. */
export const listTasksToReview = sql.listValues<InProjects & { since: number }, { id: string }>(`
  select a.id from agent_tasks a join tickets t on t.id = a.ticket_id
  where a.completed_at > :since and ${inProjects} and a.state = 'completed' and t.status = 'in_review'
    and t.deleted_at is null
    and not exists (select 1 from agent_tasks n where n.ticket_id = a.ticket_id and n.created_at > a.created_at)
  order by a.completed_at desc limit :limit`);

/** Held by what a person can change; not by blockers, which other items name. */
export const listHeldTasks = sql.listValues<InProjects, { id: string }>(`
  select a.id from agent_tasks a
  where a.hold in ('chain', 'budget', 'hour', 'ticket') and a.state = 'queued' and ${inProjects}
  order by a.created_at limit :limit`);

/** The open tickets of an assignee, the last changed first. */
export const listOpenTicketsOf = sql.list<
  { userId: string; limit: number },
  { id: string; projectId: string | null; updatedAt: number }
>(`
  select t.id, t.project_id as "projectId", t.updated_at as "updatedAt" from tickets t
  where t.assignee_id = :userId and t.deleted_at is null and ${openCondition('t.status')}
  order by t.updated_at desc limit :limit`);

export const listTasksForActor = sql.list<{ ids: string[]; userId: string }, TaskForActor>(
  `${selectTasksForActor} where a.id in :ids[]`,
);

/** The owners of the agents that have or had the tasks. */
export const listAgentOwners = sql.list<{ ids: string[] }, { taskId: string; ownerId: string }>(`
  select a.id as "taskId", u.agent_owner_id as "ownerId" from agent_tasks a
  join users u on u.id in (a.agent_id, a.lease_user_id, a.claimed_by)
  where a.id in :ids[] and u.agent_owner_id is not null`);

/** The tickets on which agents have unfinished work, with the agent if it is known. */
export const listWaitingAgents = sql.list<
  { ticketIds: string[] },
  Pick<AgentTask, 'ticketId' | 'agentId' | 'kind'>
>(`
  select ticket_id as "ticketId", coalesce(agent_id, claimed_by) as "agentId", kind from agent_tasks
  where ticket_id in :ticketIds[] and state in ('queued', 'in_progress', 'waiting_for_user')`);

/** How many tickets each home completed since then. */
export const countCompleted = sql.list<
  { homeIds: string[]; since: number },
  { homeId: string; completed: number }
>(`
  select home_id as "homeId", count(*) as completed from tickets
  where home_id in :homeIds[] and completed_at > :since and deleted_at is null and status = 'done'
  group by home_id`);

/** The homes of tickets that are open. */
export const listOpenHomes = sql.list<{ ids: string[] }, { id: string; homeId: string }>(`
  select id, home_id as "homeId" from tickets where id in :ids[] and deleted_at is null and ${openCondition('status')}`);
