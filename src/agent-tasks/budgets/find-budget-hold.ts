import type { Queries } from '../../platform/db/index.ts';
import type { AgentTask } from '../agent-task.ts';
import type { BudgetKind, BudgetPeriod } from './budget.ts';
import { type BudgetRow, findSpentBudget } from './budget-store.ts';

const spentReasons: Record<BudgetKind, string> = {
  agent: 'The budget of the agent is spent',
  project: 'The budget of the project for agents is spent',
  ticket: 'The budget of the ticket for agents is spent',
};
const remedies: Record<BudgetPeriod, string> = {
  month: 'Docket offers this task when the next month begins; raise the budget to offer it now',
  total: 'Docket offers this task when the budget is raised',
};

/** Why a spent budget holds a task. */
export const heldByBudget = ({ kind, period }: Pick<BudgetRow, 'kind' | 'period'>) => ({
  hold: 'budget' as const,
  heldReason: `${spentReasons[kind]}. ${remedies[period]}`,
});

/** For a queued task: null if its budgets have room. */
export async function findBudgetHold(
  queries: Queries,
  { agentId, projectId, ticketId }: Pick<AgentTask, 'agentId' | 'projectId' | 'ticketId'>,
  now: number,
) {
  const spent = await findSpentBudget(queries, {
    agentId: agentId ?? '',
    projectId: projectId ?? '',
    ticketId: ticketId ?? '',
    now,
  });
  return spent ? heldByBudget(spent) : null;
}
