import { type ListColumn, listColumns, type TicketSearch } from '../ticket-search.ts';

/** The columns to choose from: the shown ones in their order, then the others. */
export const orderedColumns = (shown: readonly ListColumn[], all: readonly ListColumn[]): ListColumn[] => [
  ...shown,
  ...all.filter((column) => !shown.includes(column)),
];

/** Shows a column at its usual place if the others are there too, else last; or hides it. */
export function toggleColumn(shown: readonly ListColumn[], column: ListColumn): ListColumn[] {
  if (shown.includes(column)) return shown.filter((one) => one !== column);
  const usual = listColumns as readonly ListColumn[];
  const next = usual.slice(usual.indexOf(column) + 1).find((one) => shown.includes(one));
  const at = usual.includes(column) && next !== undefined ? shown.indexOf(next) : shown.length;
  return shown.toSpliced(at, 0, column);
}

/** Moves a column one place; at the edge it stays. */
export function moveColumn(shown: readonly ListColumn[], column: ListColumn, by: -1 | 1): ListColumn[] {
  const from = shown.indexOf(column);
  const to = Math.min(Math.max(from + by, 0), shown.length - 1);
  return from < 0 ? [...shown] : shown.toSpliced(from, 1).toSpliced(to, 0, column);
}

/** The usual columns are not in the address. Without any column the usual ones are shown. */
export function withColumns(
  { columns: _, ...search }: TicketSearch,
  shown: readonly ListColumn[],
): TicketSearch {
  return shown.length === 0 || shown.join() === listColumns.join()
    ? search
    : { ...search, columns: shown.join(',') };
}
