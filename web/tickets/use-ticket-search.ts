import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { parseTicketSearch, type TicketSearch } from './ticket-search.ts';

/** Filters, order and display as the address says them. */
export function useTicketSearch(): {
  search: TicketSearch;
  /** Writes the address; the open ticket stays. `replace` adds no step to the browser's history. */
  setSearch: (next: TicketSearch, options?: { replace?: boolean }) => void;
} {
  const raw: Record<string, unknown> = useSearch({ strict: false });
  const navigate = useNavigate();
  const text = JSON.stringify(parseTicketSearch(raw));
  const search = useMemo(() => JSON.parse(text) as TicketSearch, [text]);
  return {
    search,
    setSearch: (next, { replace = false } = {}) =>
      void navigate({
        to: '.',
        search: ((before: { ticket?: string }) => ({ ...next, ticket: before.ticket })) as never,
        replace,
      }),
  };
}
