import { eventCursor } from '../../events/index.ts';
import { type Queries, sql, statement } from '../../platform/db/index.ts';
import type { AgentTaskRow } from '../agent-task.ts';
import { selectTasks } from '../agent-task-store.ts';

export const taskCursor = eventCursor('agent_task_cursor');

const agents = statement<{ ids: string[] }, { id: string }>(
  'select id from users where id in :ids[] and agent_owner_id is not null and active = 1',
);
/** The given users that are active agents. */
export const filterAgents = async (queries: Queries, ids: string[]) =>
  ids.length === 0 ? [] : (await queries.list(agents, { ids })).map(({ id }) => id);

const openIds = statement<{ ticketIds: string[] }, { ticketId: string }>(`
  select distinct ticket_id as "ticketId" from agent_tasks
  where ticket_id in :ticketIds[] and state in ('queued', 'in_progress', 'waiting_for_user')`);
/** The given tickets that have an unfinished task. */
export const filterTicketsWithOpenTasks = async (queries: Queries, ticketIds: string[]) =>
  ticketIds.length === 0 ? [] : (await queries.list(openIds, { ticketIds })).map(({ ticketId }) => ticketId);

/** The unfinished tasks on a ticket, locked. */
export const lockOpenTasksOfTicket = sql.list<{ ticketId: string }, AgentTaskRow>(`
  ${selectTasks} where a.ticket_id = :ticketId
    and a.state in ('queued', 'in_progress', 'waiting_for_user') order by a.created_at, a.id for update of a`);

/** When the task asked its latest question. */
export const findLastQuestionAt = sql.findValue<{ taskId: string }, { at: number }>(`
  select created_at as at from agent_task_activities where task_id = :taskId and type = 'question'
  order by created_at desc limit 1`);
