import { dynamicStatement, type Queries, statement } from '../platform/db/index.ts';
import type { TicketFacet } from './ticket-facets.ts';
import type { Homes, TicketFilter } from './ticket-filter.ts';
import { buildTicketQuery } from './ticket-query.ts';

const facetColumns: Record<TicketFacet, string | undefined> = {
  status: 'status',
  priority: 'priority',
  type: 'type',
  stage: 'stage',
  assignee: 'assignee_id',
  reporter: 'reporter_id',
  group: 'group_id',
  /** A ticket can have several. */
  label: undefined,
  project: 'project_id',
};

export interface FacetCount {
  facet: TicketFacet | 'total';
  /** Null: tickets without a value. */
  value: string | null;
  count: number;
}

const projectIds = statement<{ ids: string[] }, { id: string }>('select id from projects where id in :ids[]');

/** Those of the homes that are projects. */
export const listProjectIds = async (queries: Queries, ids: string[]) =>
  (await queries.list(projectIds, { ids })).map(({ id }) => id);

/** One statement, which evaluates the filter once, so that all counts are of the same moment and add up to the total. */
export function countTicketsByFacets(
  queries: Queries,
  homes: Homes,
  filter: TicketFilter,
  facets: readonly TicketFacet[],
): Promise<FacetCount[]> {
  const { condition, wordConditions } = buildTicketQuery({
    homes,
    filter,
    avoidHomeIndex: filter.found !== undefined || filter.parents !== undefined,
  });
  const where = [condition.sql, ':running(t.rowid)', ...wordConditions].join(' and ');
  const columns = facets.flatMap((facet) => facetColumns[facet] ?? []);
  const needed = ['id', 'label_count', ...columns].map((column) => `t.${column}`).join();
  const parts = facets.flatMap((facet) => {
    const column = facetColumns[facet];
    return column ? [`select '${facet}', ${column}, count(*) from matching group by ${column}`] : labelParts;
  });
  const shape = dynamicStatement<object, FacetCount>(
    `with matching as materialized (select ${needed} from tickets t where ${where}) ${[total, ...parts].join(' union all ')}`,
  );
  return queries.list(shape, condition.params);
}

const total = `select 'total' as facet, cast(null as text) as value, count(*) as count from matching`;
const labelParts = [
  `select 'label', l.label_id, count(*) from matching m join ticket_labels l on l.ticket_id = m.id group by l.label_id`,
  `select 'label', null, count(*) from matching where label_count = 0`,
];
