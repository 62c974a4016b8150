import { invalidCursor } from './cursor.ts';
import type { ListedRows, Page, SortValues } from './paging.ts';

/** Sorts rows that are all in memory by the values that `valuesOf` returns, and takes a page of them. */
export function sliceRows<R>(rows: R[], valuesOf: (row: R) => SortValues, page: Page): ListedRows<R> {
  const entries = rows.map((row) => ({ row, values: valuesOf(row) }));
  entries.sort((a, b) => compare(a.values, b.values));
  const { after, limit, offset } = page;
  const isOtherList = after && entries[0] && !haveSameTypes(after, entries[0].values);
  if (isOtherList) throw invalidCursor();
  const rest = after ? entries.filter(({ values }) => compare(values, after) > 0) : entries.slice(offset);
  const shown = rest.slice(0, limit);
  return {
    rows: shown.map(({ row }) => row),
    total: rows.length,
    next: rest.length > limit ? shown.at(-1)?.values : undefined,
  };
}

function compare(a: SortValues, b: SortValues): number {
  const at = a.findIndex((value, index) => value !== b[index]);
  if (at < 0) return 0;
  return (a[at] as string) < (b[at] as string) ? -1 : 1;
}

const haveSameTypes = (a: SortValues, b: SortValues) =>
  a.length === b.length && a.every((value, index) => typeof value === typeof b[index]);
