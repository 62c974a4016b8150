import { useMemo } from 'react';
import { navigate, useSearch } from '../router/index.ts';
import { parseTicketSearch, type TicketSearch } from './ticket-search.ts';

/** Filters, order and display from the address. */
export function useTicketSearch(): {
  search: TicketSearch;
  /** Writes the address; the open ticket stays. `replace` adds no step to the browser's history. */
  setSearch: (next: TicketSearch, options?: { replace?: boolean }) => void;
} {
  const raw = useSearch();
  const text = JSON.stringify(parseTicketSearch(raw));
  const search = useMemo(() => JSON.parse(text) as TicketSearch, [text]);
  return {
    search,
    setSearch: (next, { replace = false } = {}) =>
      void navigate({
        to: '.',
        search: (before) => ({ ...next, ticket: before.ticket }),
        replace,
      }),
  };
}
