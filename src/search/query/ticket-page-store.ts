import { dynamicStatement, type Queries } from '../../platform/db/index.ts';
import type { Fragment } from '../indexing/index-dialect.ts';

/** A page of the tickets that meet all conditions, and how many there are. Reads all of them. */
export async function listTicketPage(
  queries: Queries,
  conditions: Fragment[],
  orderBy: string,
  page: { offset: number; limit: number },
): Promise<{ ids: string[]; total: number }> {
  const shape = dynamicStatement<object, { id: string; total: number }>(`
    select t.id, count(*) over () as total from tickets t where ${allOf(conditions)}
    ${orderBy} limit :limit offset :offset`);
  const rows = await queries.list(shape, { ...paramsOf(conditions), ...page });
  // A page after the last one has no row to read the total from.
  const isAfterLast = rows.length === 0 && page.offset > 0;
  return {
    ids: rows.map(({ id }) => id),
    total: isAfterLast ? await countTickets(queries, conditions) : (rows[0]?.total ?? 0),
  };
}

async function countTickets(queries: Queries, conditions: Fragment[]): Promise<number> {
  const shape = dynamicStatement<object, { total: number }>(
    `select count(*) as total from tickets t where ${allOf(conditions)}`,
  );
  return (await queries.find(shape, paramsOf(conditions)))?.total ?? 0;
}

/** The ids of all tickets that meet all conditions, in order. */
export async function sortTickets(
  queries: Queries,
  conditions: Fragment[],
  orderBy: string,
): Promise<string[]> {
  const shape = dynamicStatement<object, { id: string }>(
    `select t.id from tickets t where ${allOf(conditions)} ${orderBy}`,
  );
  return (await queries.list(shape, paramsOf(conditions))).map(({ id }) => id);
}

const allOf = (conditions: Fragment[]) => conditions.map(({ sql }) => sql).join(' and ');
const paramsOf = (conditions: Fragment[]): Fragment['params'] =>
  Object.assign({}, ...conditions.map(({ params }) => params));

/** Those of the labels or groups that are not deleted. */
export async function listExistingIds(queries: Queries, table: 'labels' | 'groups', ids: string[]) {
  const shape = dynamicStatement<object, { id: string }>(`select id from ${table} where id in :ids[]`);
  return (await queries.list(shape, { ids })).map(({ id }) => id);
}
