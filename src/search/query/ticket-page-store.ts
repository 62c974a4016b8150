import { dynamicStatement, type Queries } from '../../platform/db/index.ts';
import type { Fragment } from '../indexing/index-dialect.ts';
import { type Position, type SortOrder, ticketKeySql } from '../indexing/sort-orders.ts';

/** Lists the positions of all tickets that meet all conditions. */
export function listTicketPositions(
  queries: Queries,
  conditions: Fragment[],
  sort: SortOrder,
): Promise<Position[]> {
  const shape = dynamicStatement<object, Position>(
    `select ${ticketKeySql(sort)} as key, t.id from tickets t
     where ${joinConditions(conditions)} and :running(t.rowid)`,
  );
  return queries.list(shape, mergeParams(conditions));
}

const joinConditions = (conditions: Fragment[]) => conditions.map(({ sql }) => sql).join(' and ');
const mergeParams = (conditions: Fragment[]): Fragment['params'] =>
  Object.assign({}, ...conditions.map(({ params }) => params));

/** Lists those of the labels or groups that are not deleted. */
export async function listExistingIds(queries: Queries, table: 'labels' | 'groups', ids: string[]) {
  const shape = dynamicStatement<object, { id: string }>(`select id from ${table} where id in :ids[]`);
  return (await queries.list(shape, { ids })).map(({ id }) => id);
}
