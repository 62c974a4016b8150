import { choice } from '../../platform/field-schemas.ts';
import { Type } from '../../platform/schema.ts';
import { searchTickets as search } from '../../search/index.ts';
import { listTickets, ticketStatuses } from '../../tickets/index.ts';
import { describeTicketItem, untrustedTicketFields } from '../describe-ticket.ts';
import { tool } from '../tool.ts';

export const searchTickets = tool({
  name: 'search_tickets',
  title: 'Search tickets',
  description:
    'Finds tickets by words in key, title, description and comments; without query lists the most recently updated. Returns keys for get_ticket.',
  scopes: ['read'],
  isReadOnly: true,
  input: Type.Object({
    query: Type.Optional(Type.String({ maxLength: 500 })),
    project: Type.Optional(Type.String({ description: 'Key or id of a project' })),
    status: Type.Optional(Type.Array(choice(ticketStatuses))),
    assignedToMe: Type.Optional(Type.Boolean()),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 50, default: 10 })),
  }),
  call: async (scope, { query, project, status, assignedToMe, limit = 10 }) => {
    const projects = project ? [project] : undefined;
    const { rows, total } = query?.trim()
      ? await search(scope, { text: query, projects, statuses: status, limit })
      : await listTickets(
          scope,
          {
            projects,
            filter: {
              statuses: status,
              assignees: assignedToMe ? { ids: [scope.actor.userId], none: false } : undefined,
            },
            sort: 'updatedAt',
            order: 'desc',
          },
          { page: 1, limit, offset: 0 },
        );
    return {
      data: { total, tickets: rows.map(describeTicketItem) },
      untrusted: { tickets: rows.map(untrustedTicketFields) },
    };
  },
});
