import { type Queries, sql, statement } from '../../platform/db/index.ts';
import type { AgentTaskRow } from '../agent-task.ts';
import { selectTasks } from '../agent-task-store.ts';
import type { BudgetKind, BudgetSubject } from './budget.ts';

type OfSubject = { subjectId: string; limit: number };

const isOffered = `a.state = 'queued' and a.held_reason is null`;
const locked = 'order by a.created_at, a.id limit :limit for update of a skip locked';
const ofAgent = statement<OfSubject, AgentTaskRow>(
  `${selectTasks} where a.queue_id = :subjectId and ${isOffered} ${locked}`,
);
const ofTicket = statement<OfSubject, AgentTaskRow>(
  `${selectTasks} where a.ticket_id = :subjectId and ${isOffered} ${locked}`,
);
// The tasks of a project wait in its queue, or in those of its agents.
const ofProject = statement<OfSubject, AgentTaskRow>(`
  ${selectTasks} where a.project_id = :subjectId and ${isOffered} and (a.queue_id = :subjectId
    or a.queue_id in (select m.user_id from project_members m where m.project_id = :subjectId)) ${locked}`);
const offeredTasks: Record<BudgetKind, typeof ofAgent> = {
  agent: ofAgent,
  project: ofProject,
  ticket: ofTicket,
};

/** Locks the oldest tasks of an agent, project or ticket that could be claimed. */
export const lockOfferedTasks = (tx: Queries, { kind, subjectId }: BudgetSubject, limit: number) =>
  tx.list(offeredTasks[kind], { subjectId, limit });

/** A condition on a task `a`: no budget of the project, the ticket or this agent is spent. */
export const budgetHasRoom = (agentId: string, now: string) => `not exists (
  select 1 from agent_budgets b where b.spent_until > ${now} and b.subject_id =
    case b.kind when 'agent' then ${agentId} when 'project' then a.project_id else a.ticket_id end)`;

/** The tasks that a budget held which has room again. */
export const listReleasableTasks = sql.listValues<{ now: number; limit: number }, { id: string }>(`
  select a.id from agent_tasks a where a.hold = 'budget' and ${budgetHasRoom('a.agent_id', ':now')}
  order by a.created_at, a.id limit :limit`);

export const lockHeldTasks = sql.list<{ ids: string[] }, AgentTaskRow>(`
  ${selectTasks} where a.id in :ids[] and a.hold = 'budget' order by a.created_at, a.id
  for update of a skip locked`);
