import type { FastifyInstance } from 'fastify';
import { splitList } from '../platform/comma-list.ts';
import { choices } from '../platform/field-schemas.ts';
import { newRouter } from '../platform/http/index.ts';
import { type ListedRows, pageQuery } from '../platform/paging.ts';
import { Type } from '../platform/schema.ts';
import { listProjectRows, ProjectWithDetails, presentProjectDetails } from '../projects/index.ts';
import {
  fieldsQuery,
  indexStateField,
  presentIndexState,
  presentTicketItem,
  presentTicketRow,
  TicketRow,
  ticketStatuses,
} from '../tickets/index.ts';
import { keyProjectLimit } from '../users/index.ts';
import { searchTickets, searchTicketsAsRows } from './query/search-tickets.ts';
import { TicketHit } from './search-schemas.ts';

const q = Type.String({
  maxLength: 500,
  description: 'Words that must all occur',
  examples: ['invoice rate'],
});

export function addRoutes(app: FastifyInstance): void {
  const router = newRouter(app, { tag: 'Tickets', access: 'signed-in', forProjectKeys: true });
  router.list('/api/tickets/search', {
    operationId: 'searchTickets',
    summary: 'Search tickets',
    description:
      'Searches key, title, description, comments and criteria, ignoring case. A full key comes first, then title matches, then the rest, newer first. If nothing contains the words as typed, words of four letters or more also match with typos.',
    query: Type.Object({
      q,
      ...pageQuery,
      project: Type.Optional(Type.String({ description: 'Project ids or keys, separated by commas' })),
      status: Type.Optional(choices(ticketStatuses)),
      ...fieldsQuery,
    }),
    response: {
      description: 'The best matches first',
      item: Type.Union([TicketHit, TicketRow]),
      extra: indexStateField,
    },
    list: async ({ scope, query }, page): Promise<ListedRows<object> & { extra: object }> => {
      const search = {
        text: query.q,
        projects: splitList(query.project),
        statuses: splitList(query.status),
        page,
      };
      if (query.fields === 'row') {
        const { rows, total, next, waiting } = await searchTicketsAsRows(scope, search);
        return { rows: rows.map(presentTicketRow), total, next, extra: presentIndexState(waiting) };
      }
      const { rows, total, next, waiting } = await searchTickets(scope, search);
      const hits = rows.map((row) => ({ ...presentTicketItem(row), snippet: row.snippet }));
      return { rows: hits, total, next, extra: presentIndexState(waiting) };
    },
  });

  router.list('/api/project/search', {
    operationId: 'searchProjects',
    summary: 'Search projects',
    description:
      'Searches name, key and description. A full key comes first, then name matches, then the rest.',
    tag: 'Projects',
    query: Type.Object({
      q,
      ...pageQuery,
      workspace: Type.Optional(Type.String({ description: 'Workspace ids, separated by commas' })),
    }),
    response: {
      description: 'The best matches first',
      item: ProjectWithDetails,
      present: presentProjectDetails,
    },
    list: ({ scope, query }, page) => {
      const filter = {
        userId: scope.actor.userId,
        keyProjects: keyProjectLimit(scope.actor),
        search: query.q,
        workspaces: splitList(query.workspace),
      };
      return listProjectRows(scope.db.reads, filter, 'relevance', 'desc', page);
    },
  });
}
