import { QueryClient } from '@tanstack/react-query';
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
