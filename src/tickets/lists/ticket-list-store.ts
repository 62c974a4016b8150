import { dynamicStatement, type Queries, type Statement } from '../../platform/db/index.ts';
import type { Page } from '../../platform/paging.ts';
import { rowSelect, type TicketSelect } from '../fields/ticket-row-store.ts';
import type { Ticket } from '../ticket.ts';
import {
  peopleColumns,
  peopleJoins,
  type TicketCounts,
  type TicketPeople,
  ticketColumns,
} from '../ticket-store.ts';
import { type Homes, noValue, type TicketFilter } from './ticket-filter.ts';
import {
  buildTicketQuery,
  homeName,
  paddedLength,
  singleHomeParams,
  type TicketSort,
} from './ticket-query.ts';

export type TicketItem = Ticket &
  TicketCounts &
  TicketPeople & { projectKey: string | null; workflow: string | null; workspaceId: string };

const itemColumns = `${ticketColumns}, ${peopleColumns}, p.key as "projectKey", p.workflow,
  coalesce(p.workspace_id, t.home_id) as "workspaceId"`;

export const itemSelect: TicketSelect<TicketItem> = {
  joins: `${peopleJoins} left join projects p on p.id = t.project_id`,
  statementOf: (source) => dynamicStatement<object, TicketItem>(`select ${itemColumns} from ${source}`),
};

const mergedHomesMax = 16;

/**
 * Reads one page. For up to 16 homes it reads the first rows of each along the index of that home and merges them, so
 * the cost depends on the page and not on the table. More homes are read along the index of the sort, and the tickets
 * of people along the index of people.
 */
export function selectTicketPage<Row>(
  queries: Queries,
  { joins, statementOf }: TicketSelect<Row>,
  homes: Homes,
  filter: TicketFilter,
  sort: TicketSort,
  order: 'asc' | 'desc',
  page: Page,
): Promise<Row[]> {
  const isOne = isOneHome(homes, filter);
  const isMerged = !isOne && areHomesMerged(homes, filter);
  const areReadSingly = isOne || isMerged;
  const { condition, wordConditions, orderBy } = buildTicketQuery({
    ...(areReadSingly ? {} : { homes, avoidHomeIndex: true }),
    ...{ filter, sort, order, after: page.after },
  });
  const home = isOne ? ['t.home_id = :home0'] : [];
  const where = [...home, condition.sql, ':running(t.rowid)', ...wordConditions].join(' and ');
  const source = isMerged
    ? `(${firstOfEachHome(homes, where, orderBy, page)}) h join tickets t on t.id = h.id ${joins}`
    : `tickets t ${joins} where ${where}`;
  const shape = statementOf(`${source} ${orderBy} limit :limit offset :offset`);
  const { limit, offset } = page;
  const single = areReadSingly ? singleHomeParams(homes) : {};
  return queries.list(shape, Object.assign(single, condition.params, { limit, offset }));
}

/** Words and parents select tickets by id, and no index on homes leads to them. */
export const isFoundById = ({ found, parent }: TicketFilter) =>
  found !== undefined || (parent !== undefined && !parent.includes(noValue));

const isOneHome = ({ whole, guest }: Homes, filter: TicketFilter) =>
  !isFoundById(filter) && whole.length === 1 && guest.length === 0;

const areHomesMerged = ({ whole }: Homes, filter: TicketFilter) =>
  !isFoundById(filter) &&
  filter.assignee === undefined &&
  filter.reporter === undefined &&
  whole.length <= mergedHomesMax;

function firstOfEachHome(
  { whole, guest }: Homes,
  where: string,
  orderBy: string,
  { offset, limit }: Page,
): string {
  // PostgreSQL assumes a tenth of the table for an unknown limit of a prepared statement, and then reads all tickets
  // for the join. Powers of two keep the number of statements small.
  const window = 2 ** Math.ceil(Math.log2(offset + limit));
  const first = (scope: string) =>
    `select * from (select t.id from tickets t where ${scope} and ${where} ${orderBy} limit ${window}) x`;
  const parts = Array.from({ length: paddedLength(whole.length) }, (_, i) =>
    first(`t.home_id = :${homeName(i)}`),
  );
  if (guest.length > 0) {
    parts.push(
      first('t.reporter_id = :me and t.home_id in :guestHomes[]'),
      first('t.assignee_id = :me and t.reporter_id <> :me and t.home_id in :guestHomes[]'),
    );
  }
  return parts.join(' union all ');
}

export async function countTicketRows(queries: Queries, homes: Homes, filter: TicketFilter): Promise<number> {
  const selection = { homes, filter, avoidHomeIndex: isFoundById(filter) };
  const { condition, wordConditions } = buildTicketQuery(selection);
  const shape = dynamicStatement<object, { total: number }>(
    `select count(*) as total from tickets t where ${[condition.sql, ':running(t.rowid)', ...wordConditions].join(' and ')}`,
  );
  return (await queries.find(shape, condition.params))?.total ?? 0;
}

/** Selects the ids of those tickets that are visible and match the filter. */
export async function selectMatchingIds(
  queries: Queries,
  homes: Homes,
  filter: TicketFilter,
  ids: string[],
): Promise<string[]> {
  const { condition, wordConditionsOfFew } = buildTicketQuery({ homes, filter, avoidHomeIndex: true });
  const where = ['t.id in :ids[]', condition.sql, ...wordConditionsOfFew].join(' and ');
  const shape = dynamicStatement<object, { id: string }>(`select t.id from tickets t where ${where}`);
  return (await queries.list(shape, { ...condition.params, ids })).map(({ id }) => id);
}

/** Lists one page of items. */
export const listTicketRows = (
  queries: Queries,
  homes: Homes,
  filter: TicketFilter,
  sort: TicketSort,
  order: 'asc' | 'desc',
  page: Page,
) => selectTicketPage(queries, itemSelect, homes, filter, sort, order, page);

/** Lists the items with these ids, in this order. */
export const listTicketRowsById = (queries: Queries, ids: string[]) =>
  selectTicketsById(queries, itemSelect, ids);

/** Lists the compact rows with these ids, in this order. */
export const listCompactRowsById = (queries: Queries, ids: string[]) =>
  selectTicketsById(queries, rowSelect, ids);

/** Lists the tickets with these ids, in this order. */
export const selectTicketsById = <Row extends { id: string }>(
  queries: Queries,
  { joins, statementOf }: TicketSelect<Row>,
  ids: string[],
) => listInOrder(queries, statementOf(`tickets t ${joins} where t.id in :ids[]`), { ids });

/** Like selectTicketsById, without tickets that are deleted or in none of the homes. */
export function selectVisibleTicketsById<Row extends { id: string }>(
  queries: Queries,
  { joins, statementOf }: TicketSelect<Row>,
  homes: Homes,
  ids: string[],
): Promise<Row[]> {
  const { sql, params } = buildTicketQuery({ homes, avoidHomeIndex: true }).condition;
  const shape = statementOf(`tickets t ${joins} where t.id in :ids[] and ${sql}`);
  return listInOrder(queries, shape, { ...params, ids });
}

async function listInOrder<Row extends { id: string }>(
  queries: Queries,
  shape: Statement<object, Row>,
  params: { ids: string[] },
): Promise<Row[]> {
  const position = new Map(params.ids.map((id, index) => [id, index]));
  const rows = await queries.list(shape, params);
  return rows.sort((a, b) => (position.get(a.id) ?? 0) - (position.get(b.id) ?? 0));
}
