import { invalidCursor } from '../../cursor.ts';
import type { ListedRows, Page, SortValues } from '../../paging.ts';
import type { Database, Queries } from '../database.ts';
import { dynamicStatement, type Statement, statement } from './statement.ts';

/** A column that a list is sorted by. It must not be null: use `coalesce`. */
export interface SortKey<R> {
  column: string;
  order: 'asc' | 'desc';
  type: 'number' | 'string';
  /** The value of the column in a row of the list. */
  value: (row: R) => string | number;
  /** True if SQLite uses the column as the rowid, which ends every index. */
  isRowNumber?: true;
}

export interface ListDefinition<R> {
  columns: string;
  /** The tables that `where` and `sort` need. */
  from: string;
  /** Further tables, only for selected columns: they neither add nor drop rows. */
  joins?: string;
  where: string;
  /**
   * Limits the list to rows with this value in a column, which leads the index of the list. `where` does not repeat it.
   * Written as a range and as a part of the order, so that PostgreSQL reads along that index: with `=` it may read the
   * newest rows of all owners instead, which for an owner with few rows means all of them.
   */
  owner?: { column: string; param: string };
  /** The last key must be unique, so that the order is total. */
  sort: readonly SortKey<R>[];
}

/** A list that callers read page by page, with the number of all its rows. */
export interface PagedList<P extends object, R> {
  sort: readonly SortKey<R>[];
  first: Statement<P & { limit: number }, R>;
  /** The rows after the sort values `:after0`, `:after1` … */
  after: Statement<P & { limit: number }, R>;
  /** The sort values of the row at an offset, read from the index alone, so that skipped rows cost little. */
  locate: Statement<P & { offset: number }, Record<string, string | number>>;
  /** The same with the offset counted from the end of the list. */
  locateFromEnd: Statement<P & { offset: number }, Record<string, string | number>>;
  count: Statement<P, { total: number }>;
}

export const pagedList = <P extends object, R>(definition: ListDefinition<R>) =>
  declare<P, R>(statement, definition);

/** A list that is built at run time. */
export const dynamicPagedList = <P extends object, R>(definition: ListDefinition<R>) =>
  declare<P, R>(dynamicStatement, definition);

/** Sorts by a number that SQLite uses as the rowid. */
export const byRowNumber = <R>(
  column: string,
  order: 'asc' | 'desc',
  value: (row: R) => number,
): SortKey<R> => ({ ...byNumber(column, order, value), isRowNumber: true });

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
  { columns, from, joins = '', where, owner, sort }: ListDefinition<R>,
): PagedList<P, R> {
  const rows = `select ${columns}\n  from ${from} ${joins}`;
  const ofOwner = owner && { ...owner, order: sort[0]?.order ?? 'asc' };
  const own = sort.map(({ column, order, isRowNumber }, index) => ({
    ...{ column, order, param: `after${index}` },
    ...(isRowNumber && { isRowNumber }),
  }));
  const keys: OrderKey[] = ofOwner ? [ofOwner, ...own] : own;
  const also = where === '' ? [] : [where];
  const all = [...(ofOwner ? [isNotBefore(ofOwner), isNotAfter(ofOwner)] : []), ...also].join(' and ');
  const after = [ofOwner ? isAfterWithinOwner(ofOwner, own) : isAfter(own), ...also].join(' and ');
  const values = own.map(({ column, param }) => `${column} as ${param}`).join(', ');
  const locate = (order: string) =>
    `select ${values}\n  from ${from}\n  where ${all}\n  ${order} limit 1 offset :offset`;
  return {
    sort,
    first: newStatement(`${rows}\n  where ${all}\n  ${orderBy(keys)} limit :limit`),
    after: newStatement(`${rows}\n  where ${after}\n  ${orderBy(keys)} limit :limit`),
    locate: newStatement(locate(orderBy(keys))),
    locateFromEnd: newStatement(locate(orderBy(keys.map(reversed)))),
    count: newStatement(`select count(*) as total from ${from} where ${all}`),
  };
}

/** A column of the order, and the parameter that it is compared with. */
interface OrderKey {
  column: string;
  order: 'asc' | 'desc';
  param: string;
  isRowNumber?: true;
}

const orderBy = (keys: readonly OrderKey[]) =>
  `order by ${keys.map(({ column, order }) => `${column} ${order}`).join(', ')}`;

const reversed = (key: OrderKey): OrderKey => ({ ...key, order: key.order === 'asc' ? 'desc' : 'asc' });

const sign = ({ order }: OrderKey) => (order === 'asc' ? '>' : '<');
const isNotBefore = (key: OrderKey) => `${key.column} ${sign(key)}= :${key.param}`;
const isNotAfter = (key: OrderKey) => isNotBefore(reversed(key));

/** The condition for rows of the owner that come after the values of the parameters. */
function isAfterWithinOwner(owner: OrderKey, keys: readonly OrderKey[]): string {
  // SQLite cannot use an index for a row comparison that ends with the rowid.
  if (keys.at(-1)?.isRowNumber) return `${owner.column} = :${owner.param} and ${isAfter(keys)}`;
  // Without a lower bound for the owner: SQLite would start reading there and not at the sort values.
  return `${isNotAfter(owner)} and ${isAfter([owner, ...keys])}`;
}

/** The condition for rows after the values of the parameters. Both engines find the first such row along an index. */
function isAfter(keys: readonly OrderKey[]): string {
  const first = keys[0] as OrderKey;
  if (keys.every(({ order }) => order === first.order)) {
    const columns = keys.map(({ column }) => column).join(', ');
    return `(${columns}) ${sign(first)} (${keys.map(({ param }) => `:${param}`).join(', ')})`;
  }
  // A row comparison cannot mix directions. The first part alone limits the range of the index.
  const parts = keys.map((key, index) => {
    const equal = keys.slice(0, index).map(({ column, param }) => `${column} = :${param}`);
    return `(${[...equal, `${key.column} ${sign(key)} :${key.param}`].join(' and ')})`;
  });
  return `${isNotBefore(first)} and (${parts.join(' or ')})`;
}

/** The parameters with the sort values. Throws if the cursor does not fit the order of the list. */
function afterParams(
  sort: readonly Pick<SortKey<never>, 'type'>[],
  after: SortValues,
): Record<string, string | number> {
  const fits = after.length === sort.length && sort.every(({ type }, index) => typeof after[index] === type);
  if (!fits) throw invalidCursor();
  return Object.fromEntries(after.map((value, index) => [`after${index}`, value]));
}

const readSortValues = <R>(sort: readonly Pick<SortKey<R>, 'value'>[], row: R): SortValues =>
  sort.map(({ value }) => value(row));

// On the main thread, skipping 1,000 rows of an index takes about 0.1 ms.
const mainThreadOffsetMax = 1_000;

/** Chooses where to read a page: skipping many rows is left to a worker thread. */
export const readsForPage = (db: Pick<Database, 'reads' | 'workerReads'>, { offset }: Page): Queries =>
  offset > mainThreadOffsetMax ? db.workerReads : db.reads;

/**
 * `count` returns the number of all rows, for lists that are counted elsewhere. It is not called for a first page that has all
 * of them.
 */
export async function listPage<P extends object, R>(
  queries: Queries,
  list: PagedList<P, R>,
  params: P,
  page: Page,
  count: () => number | Promise<number> = () => countRows(queries, list, params),
): Promise<ListedRows<R>> {
  const { limit, offset } = page;
  const total = offset > 0 ? await count() : undefined;
  const after = total === undefined ? page.after : await locateBefore(queries, list, params, offset, total);
  if (total !== undefined && !after) return { rows: [], total, next: undefined };
  // Reads one row more than the page has, to see whether another page follows.
  const found = after
    ? await queries.list(list.after, { ...params, ...afterParams(list.sort, after), limit: limit + 1 })
    : await queries.list(list.first, { ...params, limit: limit + 1 });
  const rows = found.slice(0, limit);
  // A first page with all rows is its own count, which agrees with them even while others add rows.
  const isWhole = !after && found.length <= limit;
  return {
    rows,
    total: total ?? (isWhole ? rows.length : await count()),
    next: nextAfter(list, rows, found.length > limit),
  };
}

/** Reads the sort values of the last row before the offset, from the nearer end; undefined if the list is shorter. */
async function locateBefore<P extends object, R>(
  queries: Queries,
  list: PagedList<P, R>,
  params: P,
  offset: number,
  total: number,
): Promise<SortValues | undefined> {
  if (offset >= total) return undefined;
  const row =
    offset - 1 <= total - offset
      ? await queries.find(list.locate, { ...params, offset: offset - 1 })
      : await queries.find(list.locateFromEnd, { ...params, offset: total - offset });
  return row && list.sort.map((_, index) => row[`after${index}`] as string | number);
}

function nextAfter<R>({ sort }: Pick<PagedList<never, R>, 'sort'>, rows: R[], hasMore: boolean) {
  const last = rows.at(-1);
  return hasMore && last !== undefined ? readSortValues(sort, last) : undefined;
}

export const countRows = async <P extends object>(
  queries: Queries,
  list: Pick<PagedList<P, never>, 'count'>,
  params: P,
) => (await queries.find(list.count, params))?.total ?? 0;
