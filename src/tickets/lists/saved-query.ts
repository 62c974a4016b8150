import type { Static } from 'typebox';
import { pageQuery } from '../../platform/paging.ts';
import { Type } from '../../platform/schema.ts';
import type { Scope } from '../../users/index.ts';
import { TicketListQuery } from '../ticket-schemas.ts';
import type { TicketListing } from './list-tickets.ts';
import { parseTicketListing } from './ticket-list-query.ts';

type ListQuery = Static<typeof TicketListQuery>;

/** The parameters that belong to one request and not to the query. */
const ofOneRequest = [...Object.keys(pageQuery), 'cursor', 'fields', 'ids'];

/** The filters and the order of `GET /api/tickets`, as an object that can be stored. */
export const SavedQuery = Type.Unsafe<Omit<ListQuery, keyof typeof pageQuery>>(
  Type.Object(
    Object.fromEntries(
      Object.entries(TicketListQuery.properties).filter(([name]) => !ofOneRequest.includes(name)),
    ),
    {
      title: 'SavedQuery',
      description: 'Filters and order of `GET /api/tickets`, under the names of its query parameters',
      additionalProperties: false,
      examples: [{ status: 'todo,in_progress', assignee: 'me', sort: 'priority', order: 'desc' }],
    },
  ),
);
export type SavedQuery = Static<typeof SavedQuery>;

/** Normalizes the query like the query string of the list: trimmed, and without empty values, which do not filter. */
export const cleanSavedQuery = (query: SavedQuery): SavedQuery =>
  Object.fromEntries(
    Object.entries(query)
      .map(([name, value]) => [name, typeof value === 'string' ? value.trim() : value])
      .filter(([, value]) => value !== ''),
  );

/** The list that a query describes for the actor. */
export const parseSavedQuery = (scope: Scope, query: SavedQuery): Promise<TicketListing> =>
  parseTicketListing(scope, query);

/** Like parseSavedQuery, but for a query that was valid when it was stored: unknown names in its filter match nothing. */
export const parseStoredQuery = (scope: Scope, query: SavedQuery): Promise<TicketListing> =>
  parseTicketListing(scope, query, { areUnknownNamesAllowed: true });
