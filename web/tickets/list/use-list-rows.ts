import { useEffect } from 'react';
import { readRow, ticketIdOf } from '../../replica/index.ts';
import { useSearchText } from '../../router/index.ts';
import type { ActiveRow, Columns } from '../active-row.ts';
import { openInDrawer } from '../open-in-drawer.ts';
import { useActiveRow } from '../use-active-row.ts';

/** The active row of a list. While the drawer is open, it is the ticket in the drawer. */
export function useListRows(columns: Columns, scrollTo: (index: number) => void): ActiveRow {
  const openRef = useSearchText('ticket');
  const active = useActiveRow(columns, {
    scrollTo: ({ index }) => scrollTo(index),
    onStep: (id) => {
      const row = readRow(id);
      if (openRef !== undefined && row) openInDrawer(row.key ?? row.id, { replace: true });
    },
  });
  useEffect(() => {
    if (openRef === undefined) return;
    active.activate(ticketIdOf(openRef));
  }, [active, openRef, columns]);
  return active;
}
