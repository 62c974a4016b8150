import type { Scope } from '../users/index.ts';
import type { TicketListing } from './list-tickets.ts';
import { resolveParents } from './resolve-parents.ts';
import { ticketPriorities, ticketStages, ticketStatuses, ticketTypes } from './ticket.ts';
import { countTicketsByFacets } from './ticket-facet-store.ts';
import type { TicketFacet } from './ticket-facets.ts';
import { findVisibleHomes } from './visible-homes.ts';
import type { WordIndex } from './word-index.ts';

export interface TicketTotals {
  total: number;
  by: Partial<Record<TicketFacet, Record<string, number>>>;
}

/** On the main thread, counting so many tickets takes about 1 ms. */
const mainThreadTicketsMax = 2_000;

/** Facets with fixed values list all of them, also with 0. */
const fixedValues: Partial<Record<TicketFacet, readonly string[]>> = {
  status: ticketStatuses,
  priority: ticketPriorities,
  type: ticketTypes,
  stage: ticketStages,
};

/** How many tickets of a list have each value of each facet; `none` counts those without one. */
export async function countTickets(
  { db, actor }: Scope,
  { projects, workspaces, filter: requested }: Omit<TicketListing, 'sort' | 'order'>,
  facets: readonly TicketFacet[],
  wordIndex?: WordIndex,
): Promise<TicketTotals> {
  const homes = await findVisibleHomes(db.reads, actor, projects, workspaces);
  const filter = await resolveParents(db.reads, actor, requested);
  const found = filter.words?.length ? await wordIndex?.findCondition(db, filter.words) : undefined;
  const isQuick = homes.guest.length === 0 && homes.ticketCount <= mainThreadTicketsMax;
  const queries = isQuick ? db.reads : db.workerReads;
  const totals: TicketTotals = { total: 0, by: {} };
  for (const facet of facets)
    totals.by[facet] = Object.fromEntries((fixedValues[facet] ?? []).map((value) => [value, 0]));
  for (const { facet, value, count } of await countTicketsByFacets(
    queries,
    homes,
    { ...filter, found },
    facets,
  )) {
    if (facet === 'total') totals.total = count;
    else if (count > 0) Object.assign(totals.by[facet] ?? {}, { [value ?? 'none']: count });
  }
  return totals;
}
