import { useMemo } from 'react';
import { personalSettings, useSetting } from '../parts/personal-settings.ts';
import { navigate, useSearch } from '../router/index.ts';
import {
  type DisplayPlace,
  findDefaultDisplay,
  withDefaultDisplay,
  withoutDefaultDisplay,
} from './default-display.ts';
import { parseTicketSearch, type TicketSearch } from './ticket-search.ts';

/** Filters, order and display from the address; in a place without a display there, the person's default. */
export function useTicketSearch(place?: DisplayPlace): {
  search: TicketSearch;
  /** Writes the address; the open ticket stays. `replace` adds no step to the browser's history. */
  setSearch: (next: TicketSearch, options?: { replace?: boolean }) => void;
} {
  const raw = useSearch();
  const displays = useSetting('defaultDisplays');
  const own = place && findDefaultDisplay(displays, place);
  const text = JSON.stringify(withDefaultDisplay(parseTicketSearch(raw), own));
  const search = useMemo(() => JSON.parse(text) as TicketSearch, [text]);
  const setSearch = useMemo(
    () =>
      (next: TicketSearch, { replace = false } = {}) => {
        // Read now, because the default may just have been changed.
        const kept = place && findDefaultDisplay(personalSettings.get().defaultDisplays, place);
        void navigate({
          to: '.',
          search: (before) => ({ ...withoutDefaultDisplay(next, kept), ticket: before.ticket }),
          replace,
        });
      },
    [place?.projectId, place?.layout],
  );
  return { search, setSearch };
}
