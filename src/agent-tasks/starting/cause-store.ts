import { sql } from '../../platform/db/index.ts';
import type { AgentTask, AgentTaskRow } from '../agent-task.ts';

/** A task of a chain of causes, with the names of who caused it. */
export type CauseRow = Pick<
  AgentTaskRow,
  | 'id'
  | 'projectId'
  | 'causeEvent'
  | 'causeUserId'
  | 'causeUserName'
  | 'causeAgentId'
  | 'causeAgentName'
  | 'causeTaskId'
>;

type Acting = { agentId: string; ticketId: string | null; at: number; since: number };

/**
 * The task that an agent works for at a time: the one whose lease it held then, on that ticket before others; else the
 * last one that it claimed since `since`.
 */
export const findTaskOfAgent = sql.find<Acting, Pick<AgentTask, 'id' | 'state' | 'causeDepth'>>(`
  select id, state, cause_depth as "causeDepth" from agent_tasks
  where claimed_by = :agentId and claimed_at <= :at and claimed_at > :since
  order by case when state = 'in_progress' or completed_at >= :at then 0 else 1 end,
    case when ticket_id = :ticketId then 0 else 1 end, claimed_at desc, cause_depth desc limit 1`);

/** The tasks that led to this one, the newest first. */
export const listCauses = sql.list<{ taskId: string; max: number }, CauseRow>(`
  with recursive chain(id, position) as (
    select a.id, 0 from agent_tasks a where a.id = :taskId
    union all
    select a.cause_task_id, c.position + 1 from chain c join agent_tasks a on a.id = c.id
      where a.cause_task_id is not null and c.position < :max)
  select a.id, a.project_id as "projectId", a.cause_event as "causeEvent", a.cause_user_id as "causeUserId",
    cu.name as "causeUserName", a.cause_agent_id as "causeAgentId", ca.name as "causeAgentName",
    a.cause_task_id as "causeTaskId"
  from chain c join agent_tasks a on a.id = c.id
  left join users cu on cu.id = a.cause_user_id left join users ca on ca.id = a.cause_agent_id
  order by c.position`);
