import type { Page } from '../platform/paging.ts';
import { listTickets, parseStoredQuery, type TicketIndex } from '../tickets/index.ts';
import type { Scope } from '../users/index.ts';
import { toQuery } from './view.ts';
import { getView } from './views.ts';

/** The tickets of a view that the actor may see. */
export async function listViewTickets(scope: Scope, viewId: string, page: Page, ticketIndex?: TicketIndex) {
  const view = await getView(scope, viewId);
  return listTickets(scope, await parseStoredQuery(scope, toQuery(view)), page, ticketIndex);
}
