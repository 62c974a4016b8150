import { dynamicStatement, type Queries, sql } from '../../platform/db/index.ts';
import { fieldDeclaration } from '../fields/ticket-fields.ts';
import { type TicketFacet, ticketFilters } from '../fields/ticket-filters.ts';
import type { Homes, TicketFilter } from './ticket-filter.ts';
import { isFoundById } from './ticket-list-store.ts';
import { buildTicketQuery } from './ticket-query.ts';

/** The columns of the index `tickets_of_home_by_facts` in order: counts by a prefix of them are read along the index. */
const indexedColumns = ['status', 'priority', 'type', 'assignee_id'];
const placeInIndex = (column: string) => indexedColumns.indexOf(column) + 1 || indexedColumns.length + 1;

/** Undefined for labels, of which a ticket can have several. */
function facetColumn(facet: TicketFacet): string | undefined {
  const { field } = ticketFilters[facet];
  return field && fieldDeclaration(field).column;
}

export interface FacetCount {
  facet: TicketFacet | 'total';
  /** Null for tickets without a value. */
  value: string | null;
  count: number;
}

/** Lists those of the homes that are projects. */
export const listProjectIds = sql.listValues<{ ids: string[] }, { id: string }>(
  'select id from projects where id in :ids[]',
);

/** Counts with one statement, which evaluates the filter once, so that all counts belong to the same moment and add up. */
export function countTicketsByFacets(
  queries: Queries,
  homes: Homes,
  filter: TicketFilter,
  facets: readonly TicketFacet[],
): Promise<FacetCount[]> {
  const { condition, wordConditions } = buildTicketQuery({
    homes,
    filter,
    avoidHomeIndex: isFoundById(filter),
  });
  const where = [condition.sql, ':running(t.rowid)', ...wordConditions].join(' and ');
  const parts = facets.flatMap((facet) => {
    const column = facetColumn(facet);
    return column ? [`select '${facet}', ${column}, ${sum} from matching group by ${column}`] : labelParts;
  });
  const shape = dynamicStatement<object, FacetCount>(
    `with matching as materialized (${matchingTickets(facets, where)}) ${[total, ...parts].join(' union all ')}`,
  );
  return queries.list(shape, condition.params);
}

/** Selects the columns of the facets with the number of tickets; without grouping if labels are counted. */
function matchingTickets(facets: readonly TicketFacet[], where: string): string {
  const columns = facets
    .flatMap((facet) => facetColumn(facet) ?? [])
    .sort((a, b) => placeInIndex(a) - placeInIndex(b))
    .map((column) => `t.${column}`);
  if (facets.includes('label'))
    return `select ${['t.id', 't.label_count', ...columns].join()}, 1 as tickets from tickets t where ${where}`;
  const groups = ['t.home_id', ...columns].join();
  return `select ${groups}, count(*) as tickets from tickets t where ${where} group by ${groups}`;
}

const sum = 'cast(sum(tickets) as bigint)';
const total = `select 'total' as facet, cast(null as text) as value, coalesce(${sum}, 0) as count from matching`;
const labelParts = [
  `select 'label', l.label_id, count(*) from matching m join ticket_labels l on l.ticket_id = m.id group by l.label_id`,
  `select 'label', null, count(*) from matching where label_count = 0`,
];
