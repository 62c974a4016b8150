import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '../../api/index.ts';

/** What may stand at a position of a condition, and the problem of the present text. */
export const completionsQuery = (filter: string, position: number) =>
  queryOptions({
    queryKey: ['filter-completions', filter, position],
    queryFn: async () => ({
      ...(await api.completeTicketFilter({ query: { filter, position } })).data,
      filter,
      position,
    }),
    // The previous suggestions stay until the next ones arrive.
    placeholderData: keepPreviousData,
    staleTime: 30_000,
    retry: false,
  });
