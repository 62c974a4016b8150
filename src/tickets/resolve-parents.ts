import type { Queries } from '../platform/db/index.ts';
import { isId } from '../platform/ids.ts';
import type { Actor } from '../users/index.ts';
import { noValue, type TicketFilter } from './lists/ticket-filter.ts';
import { findTicket } from './ticket-store.ts';

/** Replaces ticket keys among the parents of a filter with ids. The key of an unreadable ticket matches nothing. */
export async function resolveParents(
  queries: Queries,
  actor: Actor,
  filter: TicketFilter,
): Promise<TicketFilter> {
  const isResolved = (ref: string) => isId(ref) || ref === noValue;
  if (!filter.parent || filter.parent.every(isResolved)) return filter;
  const parent: string[] = [];
  for (const ref of filter.parent) {
    const ticket = isResolved(ref) ? undefined : await findTicket(queries, ref, actor);
    parent.push(ticket?.id ?? ref);
  }
  return { ...filter, parent };
}
