import type { ListPage } from '../transport/transport.ts';
import type { TicketRow, ViewQuery } from '../types.ts';
import type { Compare, Predicate } from './match.ts';

/** The first ids of a view; `key` is its query (`keyOf` in views.ts). */
export interface ViewBeginning {
  key: string;
  ids: string[];
  total: number;
}

export interface ViewHost {
  row(id: string): TicketRow | undefined;
  /** The cached rows; with a status, only those that have it. */
  rows(status?: TicketRow['status']): Iterable<TicketRow>;
  size(): number;
  /** Counts the tickets that match only as shown, and those that match only as confirmed. */
  pendingDifference(matches: Predicate): { added: number; removed: number };
  /** How the view began on the last page, until all stored rows are read. */
  beginning(query: ViewQuery): ViewBeginning | undefined;
  /** True if every ticket of the query is cached. */
  isHere(query: ViewQuery): boolean;
  compile(query: ViewQuery): { matches: Predicate; compare: Compare };
  /** Requests a page and confirms its rows before it returns; `onArrival` is called before that. */
  fetchPage(
    query: ViewQuery,
    cursor: string | undefined,
    limit: number,
    onArrival: () => void,
  ): Promise<ListPage>;
  now(): number;
  after(ms: number, run: () => void): () => void;
}

/** More rows than fit on any screen. */
export const beginningMax = 80;

type Rows = (id: string) => TicketRow | undefined;

/** The ids of the matching rows, in order. */
export interface OrderedIds {
  ids: string[];
  matches: Predicate;
  compare: Compare;
  /** The last row of the loaded pages; rows after it belong to later pages. Absent if the list is complete. */
  boundary?: TicketRow | undefined;
}

/** How a changed row moved in a list; `beyond` means among the rows that are not loaded. */
export type Move = 'none' | 'in' | 'out' | 'moved' | 'beyond';

/**
 * Removes a row and inserts it again. `rows` still has the previous row, and every other row is in order, so both
 * positions are found by binary search.
 */
export function moveRow(
  list: OrderedIds,
  id: string,
  before: TicketRow | undefined,
  after: TicketRow | undefined,
  rows: Rows,
): Move {
  const was = before !== undefined && list.matches(before);
  const is = after !== undefined && list.matches(after);
  if (!was && !is) return 'none';
  const from = was ? findId(list, before, rows) : -1;
  if (was && is && from >= 0 && staysInPlace(list, from, after, rows)) return 'none';
  if (from >= 0) list.ids.splice(from, 1);
  if (!is) return from >= 0 ? 'out' : 'beyond';
  const to = findPlace(list, after, rows);
  if (list.boundary && to === list.ids.length && list.compare(after, list.boundary) > 0)
    return from >= 0 ? 'out' : 'beyond';
  list.ids.splice(to, 0, id);
  return from >= 0 ? 'moved' : 'in';
}

/** The position of the row, or -1. */
function findId({ ids, compare }: OrderedIds, row: TicketRow, rows: Rows): number {
  const place = findPlace({ ids, compare }, row, rows);
  // The row itself compares as equal, so the search ends on it.
  return ids[place] === row.id ? place : -1;
}

/** The first position whose row does not come before the given one. */
export function findPlace(
  { ids, compare }: Pick<OrderedIds, 'ids' | 'compare'>,
  row: TicketRow,
  rows: Rows,
): number {
  let low = 0;
  let high = ids.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const other = rows(ids[middle] as string);
    if (other && compare(other, row) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

function staysInPlace(
  { ids, compare, boundary }: OrderedIds,
  at: number,
  row: TicketRow,
  rows: Rows,
): boolean {
  const [previous, next] = [ids[at - 1], ids[at + 1]];
  const [above, below] = [previous && rows(previous), next && rows(next)];
  if (above && compare(above, row) >= 0) return false;
  if (below) return compare(row, below) < 0;
  return !boundary || compare(row, boundary) <= 0;
}
