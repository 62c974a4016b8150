import type { Queries } from './database.ts';
import { dynamicStatement, type Statement, statement } from './statement.ts';

type Window = { limit: number; offset: number };

/** A list that callers read page by page, with the number of all its rows. */
export interface PagedList<P extends object, R> {
  page: Statement<P & Window, R>;
  count: Statement<P, { total: number }>;
}

/** `source` is the SQL from `from` to the end of the condition. */
export const pagedList = <P extends object, R>(columns: string, source: string, orderBy: string) =>
  declare<P, R>(statement, columns, source, orderBy);

/** A list that is built at run time. */
export const dynamicPagedList = <P extends object, R>(columns: string, source: string, orderBy: string) =>
  declare<P, R>(dynamicStatement, columns, source, orderBy);

const declare = <P extends object, R>(
  newStatement: typeof statement,
  columns: string,
  source: string,
  orderBy: string,
): PagedList<P, R> => ({
  page: newStatement(`select ${columns}
  ${source}
  order by ${orderBy} limit :limit offset :offset`),
  count: newStatement(`select count(*) as total ${source}`),
});

export async function listPage<P extends object, R>(
  queries: Queries,
  list: PagedList<P, R>,
  params: P,
  { limit, offset }: Window,
): Promise<{ rows: R[]; total: number }> {
  const rows = await queries.list(list.page, { ...params, limit, offset });
  return { rows, total: await countRows(queries, list, params) };
}

export const countRows = async <P extends object>(queries: Queries, list: PagedList<P, unknown>, params: P) =>
  (await queries.find(list.count, params))?.total ?? 0;
