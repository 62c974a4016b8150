import { m } from '../../messages/index.ts';
import { type TicketSearch, toSavedQuery } from '../ticket-search.ts';

/** The parameters of `GET /api/tickets` in a readable form: commas and colons need no escape in a query. */
export function queryString(search: TicketSearch): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(toSavedQuery(search))) params.set(name, String(value));
  const text = params.toString().replaceAll('%2C', ',');
  return text && `?${text}`;
}

/** The request that returns the tickets of the view. */
export const curlOfView = (search: TicketSearch, origin: string) =>
  `curl -H "Authorization: Bearer $DOCKET_API_KEY" "${origin}/api/tickets${queryString(search)}"`;

export const promptOfView = (name: string, link: string, search: TicketSearch, origin: string) =>
  m.search.share.prompt(name, link, curlOfView(search, origin));

export const exportAddress = (search: TicketSearch, format: 'csv' | 'json') => {
  const query = queryString(search);
  return `/api/tickets/export${query}${query ? '&' : '?'}format=${format}`;
};
