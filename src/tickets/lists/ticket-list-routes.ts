import type { FastifyInstance } from 'fastify';
import type { Static } from 'typebox';
import { splitList } from '../../platform/comma-list.ts';
import { invalid } from '../../platform/errors.ts';
import { choices, id } from '../../platform/field-schemas.ts';
import { dataOf, newRouter } from '../../platform/http/index.ts';
import type { ListedRows } from '../../platform/paging.ts';
import { Type } from '../../platform/schema.ts';
import type { Scope } from '../../users/index.ts';
import { listProgress } from '../children/list-progress.ts';
import { type TicketFacet, ticketFacets } from '../fields/ticket-filters.ts';
import { fieldsQuery, presentTicketRow, TicketRow } from '../fields/ticket-row.ts';
import { presentTicketItem } from '../present-ticket.ts';
import { idsQuery, missingField, TicketItem, TicketListQuery, ticketFilterQuery } from '../ticket-schemas.ts';
import { countTickets } from './count-tickets.ts';
import { indexStateField, presentIndexState } from './index-state.ts';
import { listTickets, listTicketsAsRows } from './list-tickets.ts';
import { listItemsByRef, listRowsByRef } from './list-tickets-by-ref.ts';
import type { TicketIndex } from './ticket-index.ts';
import { parseTicketListing } from './ticket-list-query.ts';

const ListQuery = Type.Object({ ...TicketListQuery.properties, ...fieldsQuery, ...idsQuery });

const CountQuery = Type.Object({
  by: Type.Optional(choices(ticketFacets, { maxLength: 500 })),
  ...ticketFilterQuery,
});
const Count = Type.Integer({ minimum: 0, examples: [3] });
const TicketTotals = Type.Object(
  {
    total: Count,
    by: Type.Partial(
      Type.Object(
        Object.fromEntries(ticketFacets.map((facet) => [facet, Type.Record(Type.String(), Count)])),
      ),
    ),
  },
  { title: 'TicketTotals', examples: [{ total: 3, by: { status: { todo: 3 }, assignee: { none: 3 } } }] },
);

const ProgressQuery = Type.Object({
  ids: Type.String({
    // 100 ids of 36 characters, and the commas between them.
    pattern: '^[0-9a-f-]{36}(,[0-9a-f-]{36}){0,99}$',
    description: 'Up to 100 ids of tickets, separated by commas',
    maxLength: 3_700,
    examples: ['0199b2c4-5d1e-7a3f-8c21-6f0e9d2b4a71'],
  }),
});
const Done = (description: string) => Type.Object({ done: Count, total: Count }, { description });
const CardProgress = Type.Object(
  { id: id(), checklist: Done('Items of the checklist'), children: Done('Direct sub-tickets') },
  { title: 'CardProgress' },
);

export function addTicketListRoutes(app: FastifyInstance, ticketIndex: TicketIndex): void {
  const router = newRouter(app, { tag: 'Tickets', access: 'signed-in', forProjectKeys: true });
  router.list('/api/tickets', {
    operationId: 'listTickets',
    summary: 'List the tickets that you may see',
    description: 'Priority and status sort by rank. Ties break by id, so pages never overlap.',
    query: ListQuery,
    response: {
      description: 'A page of tickets',
      item: Type.Union([TicketItem, TicketRow]),
      extra: { ...indexStateField, ...missingField },
    },
    list: async ({ scope, query }, page): Promise<ListedRows<object> & { extra: object }> => {
      if (query.ids !== undefined) return listByIds(scope, query, splitList(query.ids));
      const listing = await parseTicketListing(scope, query);
      if (query.fields === 'row') {
        const { rows, waiting, ...rest } = await listTicketsAsRows(scope, listing, page, ticketIndex);
        return { rows: rows.map(presentTicketRow), ...rest, extra: presentIndexState(waiting) };
      }
      const { rows, waiting, ...rest } = await listTickets(scope, listing, page, ticketIndex);
      return { rows: rows.map(presentTicketItem), ...rest, extra: presentIndexState(waiting) };
    },
  });

  router.get('/api/tickets/counts', {
    operationId: 'countTickets',
    summary: 'Count tickets by status, assignee and others',
    description:
      'Takes the filters of the list. Each map has the number of tickets by value, `none` that of tickets without one. A ticket with several labels counts for each of them.',
    query: CountQuery,
    responses: { 200: { description: 'The counts', schema: dataOf(TicketTotals) } },
    handle: async ({ scope, query }) => {
      const listing = await parseTicketListing(scope, query);
      const facets = [...new Set(splitList(query.by ?? ''))] as TicketFacet[];
      return { data: await countTickets(scope, listing, facets, ticketIndex) };
    },
  });

  router.get('/api/tickets/progress', {
    operationId: 'listProgress',
    summary: 'Get how far tickets are: checklists and sub-tickets',
    description: 'Leaves out tickets that you may not read. Cancelled sub-tickets do not count.',
    query: ProgressQuery,
    responses: { 200: { description: 'The progress', schema: dataOf(Type.Array(CardProgress)) } },
    handle: async ({ scope, query }) => ({
      data: await listProgress(scope, [...new Set(splitList(query.ids))]),
    }),
  });
}

/** Lists tickets by id on one page, because the number of ids is limited already. */
async function listByIds(scope: Scope, query: Static<typeof ListQuery>, refs: string[]) {
  const other = Object.keys(TicketListQuery.properties).find((name) => name in query);
  if (other) throw invalid({ ids: [`Ids cannot be combined with ${other}`] });
  const { rows, missing } =
    query.fields === 'row' ? await rowsByIds(scope, refs) : await itemsByIds(scope, refs);
  return { rows, total: rows.length, limit: Math.max(rows.length, 1), next: undefined, extra: { missing } };
}

async function rowsByIds(scope: Scope, refs: string[]): Promise<{ rows: object[]; missing: string[] }> {
  const { rows, missing } = await listRowsByRef(scope, refs);
  return { rows: rows.map(presentTicketRow), missing };
}

async function itemsByIds(scope: Scope, refs: string[]): Promise<{ rows: object[]; missing: string[] }> {
  const { rows, missing } = await listItemsByRef(scope, refs);
  return { rows: rows.map(presentTicketItem), missing };
}
