import { type Columns, fromColumns, toColumns } from '../snapshot.ts';
import type { TicketRow } from '../types.ts';
import type { ViewBeginning } from '../views/view.ts';

/**
 * What a page at this address showed when it was last saved: the first rows of each of its views. The next page at the
 * address draws it before it reads the rest of the stored data, which takes as long as drawing.
 */
export interface FirstScreen {
  views: ViewBeginning[];
  /** The confirmed rows of the views and of other tickets that were drawn. */
  columns: Columns;
}

export const rowsOf = ({ columns }: FirstScreen): TicketRow[] => fromColumns(columns);

export const newFirstScreen = (views: ViewBeginning[], rows: readonly TicketRow[]): FirstScreen => ({
  views,
  columns: toColumns(rows),
});

/** Undefined for a page whose list is scrolled (web/router/scroll-memory.ts), because it does not show its first rows. */
export function firstScreenAddress(): string | undefined {
  const address = location.pathname + location.search;
  const { key = address } = (history.state ?? {}) as { key?: string };
  return sessionStorage.getItem('docket.scroll')?.includes(`[${JSON.stringify(key)},`) ? undefined : address;
}
