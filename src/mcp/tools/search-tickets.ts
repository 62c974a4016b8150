import { choice, instant } from '../../platform/field-schemas.ts';
import type { Page } from '../../platform/paging.ts';
import { Type } from '../../platform/schema.ts';
import { searchTickets as search, ticketIndex } from '../../search/index.ts';
import { listTickets, parseSavedQuery, type SavedQuery, ticketStatuses } from '../../tickets/index.ts';
import type { Scope } from '../../users/index.ts';
import { listViewTickets } from '../../views/index.ts';
import { describeTicketRow } from '../describe-ticket.ts';
import { cursorInput, parsePosition } from '../list-position.ts';
import { tool } from '../tool.ts';

export const searchTickets = tool({
  name: 'search_tickets',
  description:
    'Finds tickets by words in key, title, description, comments and criteria; without query the last updated, with view those of a saved view.',
  scopes: ['read'],
  isReadOnly: true,
  input: Type.Object({
    query: Type.Optional(Type.String({ maxLength: 500 })),
    view: Type.Optional(Type.String({ description: 'Id from list_views; ignores all but limit' })),
    project: Type.Optional(Type.String({ description: 'Key or id' })),
    status: Type.Optional(Type.Array(choice(ticketStatuses, { 'x-unlisted': true }))),
    assignedToMe: Type.Optional(Type.Boolean()),
    filter: Type.Optional(
      Type.String({
        maxLength: 4_000,
        description: 'e.g. assignee = me and (due < 7d or field.Customer = ACME) and text ~ "login"',
      }),
    ),
    overdue: Type.Optional(Type.Boolean()),
    dueAfter: Type.Optional(instant({ description: 'Date or date-time' })),
    dueBefore: Type.Optional(instant()),
    createdAfter: Type.Optional(instant()),
    createdBefore: Type.Optional(instant()),
    updatedSince: Type.Optional(instant()),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 50, default: 10 })),
    ...cursorInput,
  }),
  call: async (scope, { view, limit = 10, cursor, ...given }) => {
    const { page, nextCursorAfter } = parsePosition('search_tickets', { ...given, view, limit, cursor });
    const { rows, total, next } = view
      ? await listViewTickets(scope, view, page, ticketIndex)
      : await find(scope, given, page);
    return {
      data: { total, ...nextCursorAfter(next) },
      untrusted: { tickets: rows.map(describeTicketRow) },
    };
  },
});

type DateFilters = Pick<
  SavedQuery,
  'overdue' | 'dueAfter' | 'dueBefore' | 'createdAfter' | 'createdBefore' | 'updatedSince'
>;
interface Filter extends DateFilters {
  query?: string | undefined;
  project?: string | undefined;
  status?: (typeof ticketStatuses)[number][] | undefined;
  assignedToMe?: boolean | undefined;
  filter?: string | undefined;
}

/** A query alone returns the best matches first; with other filters, the most recently updated. */
async function find(
  scope: Scope,
  { query, project, status, assignedToMe, filter, ...dates }: Filter,
  page: Page,
): ReturnType<typeof listTickets> {
  const isFiltered = assignedToMe || filter?.trim() || Object.values(dates).some(Boolean);
  if (query?.trim() && !isFiltered) {
    const projects = project ? [project] : undefined;
    return search(scope, { text: query, projects, statuses: status, page });
  }
  const listing = await parseSavedQuery(scope, {
    ...(query && { search: query }),
    ...(project && { project }),
    ...(status && { status: status.join() }),
    ...(assignedToMe && { assignee: 'me' }),
    ...(filter && { filter }),
    ...dates,
  });
  return listTickets(scope, listing, page, ticketIndex);
}
