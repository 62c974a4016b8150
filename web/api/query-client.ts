import { type InvalidateQueryFilters, QueryClient } from '@tanstack/react-query';
import { isNotReached } from './refusal.ts';

/** Data stays fresh until an event makes it stale (`shell/refresh-queries.ts`), so nothing is refetched by time alone. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 60_000,
      refetchOnWindowFocus: false,
      retry: (failures, error) => isNotReached(error) && failures < 4,
      retryDelay: (attempt) => Math.min(1_000 * 2 ** attempt, 30_000),
    },
  },
});

/** The queries that are loaded again when their first answer is there. */
const again = new Set<string>();

/**
 * Loads shown data again that was changed elsewhere. The first answer of a query may have been read before the change, and
 * would count as fresh: it is followed by a second one.
 */
export function reloadStale(filters: InvalidateQueryFilters = {}): void {
  for (const { queryKey, queryHash, state, promise } of queryClient.getQueryCache().findAll({
    ...filters,
    fetchStatus: 'fetching',
  })) {
    if (state.data !== undefined || again.has(queryHash)) continue;
    again.add(queryHash);
    const load = () => {
      again.delete(queryHash);
      void queryClient.invalidateQueries({ queryKey, exact: true });
    };
    promise?.then(load, load);
  }
  void queryClient.invalidateQueries(filters);
}
