import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '../../api/index.ts';

/** What can stand at a position of a condition, and what is wrong with it as it is. */
export const completionsQuery = (filter: string, position: number) =>
  queryOptions({
    queryKey: ['filter-completions', filter, position],
    queryFn: async () => ({
      ...(await api.completeTicketFilter({ query: { filter, position } })).data,
      filter,
      position,
    }),
    // The former suggestions stay until the next ones are there.
    placeholderData: keepPreviousData,
    staleTime: 30_000,
    retry: false,
  });
