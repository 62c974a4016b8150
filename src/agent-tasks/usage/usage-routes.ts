import type { FastifyInstance } from 'fastify';
import { calendarDate, id, timestamp } from '../../platform/field-schemas.ts';
import { dataOf, newRouter } from '../../platform/http/index.ts';
import { pageQuery } from '../../platform/paging.ts';
import { present } from '../../platform/present.ts';
import { Type } from '../../platform/schema.ts';
import { canReadProject, getProjectFor, projectRef } from '../../projects/index.ts';
import { requirePermission } from '../../users/index.ts';
import { getProjectUsage, listTicketUsage, type TicketUsage as TicketUsageRow } from './get-usage.ts';
import { costs, UsageSum } from './usage-schemas.ts';

const tasks = Type.Integer({ description: 'Tasks that were worked on', examples: [3] });
const query = {
  from: Type.Optional(
    calendarDate({ description: 'The first day in UTC; defaults to 12 weeks before the last' }),
  ),
  to: Type.Optional(calendarDate({ description: 'The last day in UTC; defaults to today' })),
};

const ProjectUsage = Type.Object(
  {
    from: calendarDate(),
    to: calendarDate(),
    weeks: Type.Array(
      Type.Object(
        {
          week: calendarDate({ description: 'Its Monday' }),
          agent: Type.Object({ id: id(), name: Type.String({ examples: ['Fixer'] }) }),
          tasks,
          ...UsageSum.properties,
        },
        { title: 'AgentWeekUsage' },
      ),
      { description: 'By week and agent; weeks without work are absent' },
    ),
    closedTickets: Type.Array(
      Type.Object(
        {
          currency: Type.String({ examples: ['EUR'] }),
          amount: Type.Integer({ description: 'In minor units', examples: [1_250] }),
          tickets: Type.Integer({ examples: [5] }),
          perTicket: Type.Integer({ examples: [250] }),
        },
        { title: 'ClosedTicketCost' },
      ),
      { description: 'What the tickets closed in this time cost, in each currency' },
    ),
  },
  { title: 'ProjectAgentUsage' },
);

const TicketUsage = Type.Object(
  {
    id: id(),
    key: Type.Optional(Type.String({ examples: ['PAY-12'] })),
    title: Type.String({ examples: ['Round the invoice'] }),
    completedAt: timestamp(),
    tasks,
    ...UsageSum.properties,
    costs,
  },
  { title: 'TicketAgentUsage' },
);

const presentTicketUsage = (ticket: TicketUsageRow) => present(TicketUsage, ticket);

export function addUsageRoutes(app: FastifyInstance): void {
  const router = newRouter(app, { tag: 'Agent tasks', access: 'signed-in', forProjectKeys: true });
  const params = Type.Object({ id: projectRef });
  const authorizeFirst = requirePermission(getProjectFor, canReadProject);
  router.get('/api/project/:id/agent-usage', {
    operationId: 'getProjectAgentUsage',
    summary: 'What agents used for a project, by week and agent',
    description:
      'As workers reported it. Days and weeks are in UTC. Amounts of different currencies are never added.',
    params,
    query: Type.Object(query),
    authorizeFirst,
    responses: { 200: { description: 'The usage', schema: dataOf(ProjectUsage) } },
    handle: async ({ scope, params, query }) => ({
      data: await getProjectUsage(scope, params.id, query),
    }),
  });
  router.list('/api/project/:id/agent-usage/tickets', {
    operationId: 'listTicketAgentUsage',
    summary: 'What agents used for the closed tickets of a project',
    description: 'Of tickets closed on these days on which agents worked, at any time.',
    params,
    query: Type.Object({ ...query, ...pageQuery }),
    authorizeFirst,
    response: {
      description: 'By completion, newest first',
      item: TicketUsage,
      present: presentTicketUsage,
    },
    list: ({ scope, params, query }, page) => listTicketUsage(scope, params.id, query, page),
  });
}
