import { getAgent, lockAgentToManage } from '../../agents/index.ts';
import {
  canEditTicket,
  canReadTicket,
  getTicketFor,
  lockTicketFor,
  type TicketAccessContext,
} from '../../tickets/index.ts';
import type { Actor, Scope } from '../../users/index.ts';
import { releaseTasksWithinBudget } from './apply-budgets.ts';
import type { Budget } from './budget.ts';
import { type BudgetState, readBudget, setBudget } from './set-budget.ts';

/** For the owner of the agent and administrators. */
export async function getAgentBudget(scope: Scope, id: string): Promise<BudgetState> {
  const agent = await getAgent(scope, id);
  return readBudget(scope.db.reads, { kind: 'agent', subjectId: agent.id }, scope.clock.now());
}

export async function changeAgentBudget(
  scope: Scope,
  id: string,
  budget: Budget | null,
  tasksPerHourMax: number,
): Promise<BudgetState> {
  return scope.write(async (tx) => {
    const now = scope.clock.now();
    const agent = await lockAgentToManage(tx, scope, id);
    const subject = { kind: 'agent', subjectId: agent.id } as const;
    await setBudget(tx, subject, budget, now);
    await releaseTasksWithinBudget(tx, { now, tasksPerHourMax });
    return readBudget(tx, subject, now);
  });
}

export async function getTicketBudget({ db, actor, clock }: Scope, ref: string): Promise<BudgetState> {
  const ticket = await getTicketFor(db.reads, actor, ref, canReadTicket);
  return readBudget(db.reads, { kind: 'ticket', subjectId: ticket.id }, clock.now());
}

/** People who may edit the ticket. An agent does not decide about its own budget. */
export const canChangeTicketBudget = (actor: Actor, ticket: TicketAccessContext) =>
  actor.agent === undefined && canEditTicket(actor, ticket);

export async function changeTicketBudget(
  scope: Scope,
  ref: string,
  budget: Budget | null,
  tasksPerHourMax: number,
): Promise<BudgetState> {
  return scope.write(async (tx) => {
    const now = scope.clock.now();
    const ticket = await lockTicketFor(tx, scope.actor, ref, canChangeTicketBudget);
    const subject = { kind: 'ticket', subjectId: ticket.id } as const;
    await setBudget(tx, subject, budget, now);
    await releaseTasksWithinBudget(tx, { now, tasksPerHourMax });
    return readBudget(tx, subject, now);
  });
}
