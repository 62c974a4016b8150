import type { FastifyInstance } from 'fastify';
import { getAgent } from '../../agents/index.ts';
import { id } from '../../platform/field-schemas.ts';
import { dataOf, newRouter } from '../../platform/http/index.ts';
import { Type } from '../../platform/schema.ts';
import { canReadTicket, getTicketFor, ticketRef } from '../../tickets/index.ts';
import { requirePermission } from '../../users/index.ts';
import { BudgetInput, BudgetState, presentBudget, TicketBudgetInput } from './budget-schemas.ts';
import {
  canChangeTicketBudget,
  changeAgentBudget,
  changeTicketBudget,
  getAgentBudget,
  getTicketBudget,
} from './budgets.ts';

const theBudget = { 200: { description: 'The budget and what is spent', schema: dataOf(BudgetState) } };
const description =
  'At 80 % of a budget people are notified; at 100 % tasks are held and running workers are asked to end. Only costs in the currency of the budget count.';

/** Budgets of agents and tickets; that of a project is one of its limits for agents. */
export function addBudgetRoutes(app: FastifyInstance, tasksPerHourMax: number): void {
  const agents = newRouter(app, { tag: 'Agents', access: 'signed-in' });
  const ofAgent = Type.Object({ id: id() });
  agents.get('/api/agents/:id/budget', {
    operationId: 'getAgentBudget',
    summary: 'Get the budget of an agent and what it spent',
    params: ofAgent,
    responses: theBudget,
    handle: async ({ scope, params }) => ({ data: presentBudget(await getAgentBudget(scope, params.id)) }),
  });
  agents.put('/api/agents/:id/budget', {
    operationId: 'setAgentBudget',
    summary: 'Set the budget of an agent, as its owner or an administrator',
    description,
    params: ofAgent,
    body: BudgetInput,
    authorizeFirst: ({ scope, params }) => getAgent(scope, params.id),
    responses: theBudget,
    handle: async ({ scope, params, body: { amount, currency, period = 'month' } }) => ({
      data: presentBudget(
        await changeAgentBudget(scope, params.id, { amount, currency, period }, tasksPerHourMax),
      ),
    }),
  });
  agents.delete('/api/agents/:id/budget', {
    operationId: 'deleteAgentBudget',
    summary: 'Remove the budget of an agent',
    params: ofAgent,
    delete: async ({ scope, params }) => {
      await changeAgentBudget(scope, params.id, null, tasksPerHourMax);
      return params.id;
    },
  });

  const tickets = newRouter(app, { tag: 'Agent tasks', access: 'signed-in', forProjectKeys: true });
  const ofTicket = Type.Object({ id: ticketRef });
  tickets.get('/api/tickets/:id/agent-budget', {
    operationId: 'getTicketAgentBudget',
    summary: 'Get the budget for agents of a ticket and what they spent on it',
    params: ofTicket,
    authorizeFirst: requirePermission(getTicketFor, canReadTicket),
    responses: theBudget,
    handle: async ({ scope, params }) => ({ data: presentBudget(await getTicketBudget(scope, params.id)) }),
  });
  tickets.put('/api/tickets/:id/agent-budget', {
    operationId: 'setTicketAgentBudget',
    summary: 'Set the budget for agents of a ticket',
    description,
    params: ofTicket,
    body: TicketBudgetInput,
    authorizeFirst: requirePermission(getTicketFor, canChangeTicketBudget),
    responses: theBudget,
    handle: async ({ scope, params, body: { amount, currency } }) => ({
      data: presentBudget(
        await changeTicketBudget(scope, params.id, { amount, currency, period: 'total' }, tasksPerHourMax),
      ),
    }),
  });
  tickets.delete('/api/tickets/:id/agent-budget', {
    operationId: 'deleteTicketAgentBudget',
    summary: 'Remove the budget for agents of a ticket',
    params: ofTicket,
    delete: async ({ scope, params }) => {
      await changeTicketBudget(scope, params.id, null, tasksPerHourMax);
      return params.id;
    },
  });
}
