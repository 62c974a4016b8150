import type { Database } from '../../platform/db/index.ts';
import type { Scope } from '../../users/index.ts';
import { fieldDeclaration } from '../fields/ticket-fields.ts';
import { type TicketFacet, ticketFilters } from '../fields/ticket-filters.ts';
import { resolveParents } from '../resolve-parents.ts';
import { findWordConditions } from './find-word-conditions.ts';
import type { TicketListing } from './list-tickets.ts';
import { countTicketsByFacets, type FacetCount, listProjectIds } from './ticket-facet-store.ts';
import { type Homes, isQuickToCheck, type TicketFilter } from './ticket-filter.ts';
import type { TicketIndex } from './ticket-index.ts';
import { findVisibleHomes, haveFewTickets } from './visible-homes.ts';

export interface TicketTotals {
  total: number;
  by: Partial<Record<TicketFacet, Record<string, number>>>;
}

/** Facets with fixed values list all of them, even with a count of 0. */
function fixedValues(facet: TicketFacet): readonly string[] {
  const { field } = ticketFilters[facet];
  return (field && fieldDeclaration(field).choices) ?? [];
}

/** Counts the tickets of a list by each value of each facet. `none` counts those without a value. */
export async function countTickets(
  { db, actor }: Scope,
  { projects, workspaces, filter: requested }: Omit<TicketListing, 'sort' | 'order'>,
  facets: readonly TicketFacet[],
  ticketIndex?: TicketIndex,
): Promise<TicketTotals> {
  const homes = await findVisibleHomes(db.reads, actor, projects, workspaces);
  const filter = await resolveParents(db.reads, actor, requested);
  const isQuick = haveFewTickets(homes) && isQuickToCheck(filter);
  const indexed = isQuick ? undefined : await countInIndex(db, homes, filter, facets, ticketIndex);
  const counts = indexed ?? (await countInTable(db, isQuick, homes, filter, facets, ticketIndex));
  const totals: TicketTotals = { total: 0, by: {} };
  for (const facet of facets)
    totals.by[facet] = Object.fromEntries(fixedValues(facet).map((value) => [value, 0]));
  for (const { facet, value, count } of counts) {
    if (facet === 'total') totals.total = count;
    else if (count > 0) Object.assign(totals.by[facet] ?? {}, { [value ?? 'none']: count });
  }
  return totals;
}

/** Returns undefined if the index cannot answer. */
async function countInIndex(
  db: Database,
  homes: Homes,
  filter: TicketFilter,
  facets: readonly TicketFacet[],
  ticketIndex: TicketIndex | undefined,
): Promise<FacetCount[] | undefined> {
  const by = facets.map((facet) => (facet === 'project' ? 'home' : facet));
  const counted = await ticketIndex?.countByFacets(db, { homes, filter }, by);
  if (!counted) return undefined;
  const counts: FacetCount[] = [{ facet: 'total', value: null, count: counted.total }];
  for (const facet of facets) {
    const byValue = facet === 'project' ? await byProject(db, counted.by.home) : counted.by[facet];
    for (const [value, count] of Object.entries(byValue ?? {}))
      counts.push({ facet, value: value || null, count });
  }
  return counts;
}

/** Tickets without a project have their workspace as home; the empty value counts them. */
async function byProject(db: Database, byHome: Record<string, number> = {}) {
  const projects = new Set(await listProjectIds(db.reads, { ids: Object.keys(byHome) }));
  const counts: Record<string, number> = {};
  for (const [home, count] of Object.entries(byHome)) {
    const value = projects.has(home) ? home : '';
    counts[value] = (counts[value] ?? 0) + count;
  }
  return counts;
}

async function countInTable(
  db: Database,
  isQuick: boolean,
  homes: Homes,
  filter: TicketFilter,
  facets: readonly TicketFacet[],
  ticketIndex: TicketIndex | undefined,
): Promise<FacetCount[]> {
  const found = await findWordConditions(db, filter, ticketIndex);
  return countTicketsByFacets(isQuick ? db.reads : db.workerReads, homes, found, facets);
}
