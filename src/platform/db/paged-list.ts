import { invalidCursor } from '../cursor.ts';
import type { ListedRows, Page, SortValues } from '../paging.ts';
import type { Database, Queries } from './database.ts';
import { dynamicStatement, type Statement, statement } from './statement.ts';

/** A column that a list is sorted by. It is never null: `coalesce` it. */
export interface SortKey<R> {
  column: string;
  order: 'asc' | 'desc';
  type: 'number' | 'string';
  /** The value of the column in a row of the list. */
  value: (row: R) => string | number;
}

export interface ListDefinition<R> {
  columns: string;
  /** The tables that `where` and `sort` need. */
  from: string;
  /** Further tables, for the columns alone: they add and drop no row. */
  joins?: string;
  where: string;
  /** The last key is unique, so that the order is total. */
  sort: readonly SortKey<R>[];
  /** The part of `where` that the last key needs to be unique, such as the project of a member. */
  uniqueWithin?: string;
}

type Window = { limit: number; offset: number };

/** A list that callers read page by page, with the number of all its rows. */
export interface PagedList<P extends object, R> {
  sort: readonly SortKey<R>[];
  first: Statement<P & { limit: number }, R>;
  /** The rows after the sort values `:after0`, `:after1` … */
  after: Statement<P & { limit: number }, R>;
  /** Finds the rows of a page over the index alone, so that skipped rows cost little. */
  window: Statement<P & Window, R>;
  /** The same with the offset counted from the end of the list. */
  windowFromEnd: Statement<P & Window, R>;
  count: Statement<P, { total: number }>;
}

export const pagedList = <P extends object, R>(definition: ListDefinition<R>) =>
  declare<P, R>(statement, definition);

/** A list that is built at run time. */
export const dynamicPagedList = <P extends object, R>(definition: ListDefinition<R>) =>
  declare<P, R>(dynamicStatement, definition);

/** Sorts by a number, such as a time. */
export const byNumber = <R>(
  column: string,
  order: 'asc' | 'desc',
  value: (row: R) => number,
): SortKey<R> => ({ column, order, type: 'number', value });

export const byText = <R>(column: string, order: 'asc' | 'desc', value: (row: R) => string): SortKey<R> => ({
  column,
  order,
  type: 'string',
  value,
});

/** Sorts by the time of creation and by id. */
export const byCreation = (
  createdAt: string,
  id: string,
  order: 'asc' | 'desc',
): SortKey<{ createdAt: number; id: string }>[] => [
  byNumber(createdAt, order, (row) => row.createdAt),
  byText(id, order, (row) => row.id),
];

function declare<P extends object, R>(
  newStatement: typeof statement,
  { columns, from, joins = '', where, sort, uniqueWithin }: ListDefinition<R>,
): PagedList<P, R> {
  const rows = `select ${columns}\n  from ${from} ${joins}`;
  const unique = (sort.at(-1) as SortKey<R>).column;
  const window = (order: string) => `${rows}
  where ${uniqueWithin ? `${uniqueWithin} and ` : ''}${unique} in (select place from (
    select ${unique} as place from ${from} where ${where} ${order} limit :limit offset :offset) w)
  ${orderBy(sort)}`;
  return {
    sort,
    first: newStatement(`${rows}\n  where ${where}\n  ${orderBy(sort)} limit :limit`),
    after: newStatement(
      `${rows}\n  where ${where} and ${afterCondition(sort)}\n  ${orderBy(sort)} limit :limit`,
    ),
    window: newStatement(window(orderBy(sort))),
    windowFromEnd: newStatement(window(orderBy(sort.map(reversed)))),
    count: newStatement(`select count(*) as total from ${from} where ${where}`),
  };
}

const orderBy = (sort: readonly Pick<SortKey<never>, 'column' | 'order'>[]) =>
  `order by ${sort.map(({ column, order }) => `${column} ${order}`).join(', ')}`;

const reversed = <R>(key: SortKey<R>): SortKey<R> => ({
  ...key,
  order: key.order === 'asc' ? 'desc' : 'asc',
});

/** The row comes after the sort values `:after0`, `:after1` … Both engines find the first such row along an index. */
function afterCondition(sort: readonly Pick<SortKey<never>, 'column' | 'order'>[]): string {
  const sign = ({ order }: Pick<SortKey<never>, 'order'>) => (order === 'asc' ? '>' : '<');
  const first = sort[0] as SortKey<never>;
  if (sort.every(({ order }) => order === first.order)) {
    const columns = sort.map(({ column }) => column).join(', ');
    return `(${columns}) ${sign(first)} (${sort.map((_, index) => `:after${index}`).join(', ')})`;
  }
  // No row comparison has mixed directions. The first part alone limits the range of the index.
  const isAfter = sort.map((key, index) => {
    const equal = sort.slice(0, index).map(({ column }, at) => `${column} = :after${at}`);
    return `(${[...equal, `${key.column} ${sign(key)} :after${index}`].join(' and ')})`;
  });
  return `${first.column} ${sign(first)}= :after0 and (${isAfter.join(' or ')})`;
}

/** The parameters of `afterCondition`. Throws for a cursor with other values than the list is sorted by. */
function afterParams(
  sort: readonly Pick<SortKey<never>, 'type'>[],
  after: SortValues,
): Record<string, string | number> {
  const fits = after.length === sort.length && sort.every(({ type }, index) => typeof after[index] === type);
  if (!fits) throw invalidCursor();
  return Object.fromEntries(after.map((value, index) => [`after${index}`, value]));
}

const sortValuesOf = <R>(sort: readonly Pick<SortKey<R>, 'value'>[], row: R): SortValues =>
  sort.map(({ value }) => value(row));

// On the main thread, skipping so many rows of an index takes about 0.1 ms.
const mainThreadOffsetMax = 1_000;

/** Where to read a page: skipping many rows is left to a worker thread. */
export const readsForPage = (db: Pick<Database, 'reads' | 'workerReads'>, { offset }: Page): Queries =>
  offset > mainThreadOffsetMax ? db.workerReads : db.reads;

/** `count` returns the number of all rows, for lists whose rows are counted elsewhere. */
export async function listPage<P extends object, R>(
  queries: Queries,
  list: PagedList<P, R>,
  params: P,
  page: Page,
  count: () => number | Promise<number> = () => countRows(queries, list, params),
): Promise<ListedRows<R>> {
  if (page.offset > 0) return listWindow(queries, list, params, page, await count());
  const { limit, after } = page;
  // One row more than the page has, to see whether another page follows.
  const found = after
    ? await queries.list(list.after, { ...params, ...afterParams(list.sort, after), limit: limit + 1 })
    : await queries.list(list.first, { ...params, limit: limit + 1 });
  const rows = found.slice(0, limit);
  return { rows, total: await count(), next: nextAfter(list, rows, found.length > limit) };
}

/** A page by its number, read from the nearer end of the list. */
async function listWindow<P extends object, R>(
  queries: Queries,
  list: PagedList<P, R>,
  params: P,
  { limit, offset }: Window,
  total: number,
) {
  const rest = total - offset;
  if (rest <= 0) return { rows: [], total, next: undefined };
  const offsetFromEnd = Math.max(rest - limit, 0);
  const rows =
    offset <= offsetFromEnd
      ? await queries.list(list.window, { ...params, limit, offset })
      : await queries.list(list.windowFromEnd, {
          ...params,
          limit: Math.min(limit, rest),
          offset: offsetFromEnd,
        });
  return { rows, total, next: nextAfter(list, rows, rest > limit) };
}

function nextAfter<R>({ sort }: Pick<PagedList<never, R>, 'sort'>, rows: R[], hasMore: boolean) {
  const last = rows.at(-1);
  return hasMore && last !== undefined ? sortValuesOf(sort, last) : undefined;
}

export const countRows = async <P extends object>(
  queries: Queries,
  list: Pick<PagedList<P, never>, 'count'>,
  params: P,
) => (await queries.find(list.count, params))?.total ?? 0;
