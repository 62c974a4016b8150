import { type Columns, fromColumns, toColumns } from '../snapshot.ts';
import type { TicketRow } from '../types.ts';
import type { ViewBeginning } from '../views/view.ts';

/**
 * What a page at this address showed when it was last saved: the beginning of each of its views. The next page at the
 * address draws it before it reads the rest of what is kept, which takes as long as drawing.
 */
export interface FirstScreen {
  views: ViewBeginning[];
  /** The tickets of the views, and others that were drawn, as confirmed. */
  columns: Columns;
}

export const rowsOf = ({ columns }: FirstScreen): TicketRow[] => fromColumns(columns);

export const newFirstScreen = (views: ViewBeginning[], rows: readonly TicketRow[]): FirstScreen => ({
  views,
  columns: toColumns(rows),
});

/** A page whose list is scrolled to where it was (web/router/scroll-memory.ts) does not show how it begins. */
export function firstScreenAddress(): string | undefined {
  const { key = '' } = (history.state ?? {}) as { key?: string };
  if (sessionStorage.getItem('docket.scroll')?.includes(`["${key}",`)) return undefined;
  return location.pathname + location.search;
}
