import { infiniteQueryOptions, keepPreviousData, skipToken } from '@tanstack/react-query';
import { api } from '../../api/index.ts';
import { filterNames, type TicketSearch } from '../ticket-search.ts';

/** The best matches first, as the search index ranks them. */
export const rankedQuery = (search: TicketSearch) => {
  const { search: q, project, status } = search;
  return infiniteQueryOptions({
    queryKey: ['search', 'ranked', q, project, status],
    queryFn: q
      ? ({ signal, pageParam }) =>
          api.searchTickets({
            query: {
              ...{ q, project, status, fields: 'row', limit: 100 },
              ...(pageParam && { cursor: pageParam }),
            },
            signal,
          })
      : skipToken,
    initialPageParam: '',
    getNextPageParam: ({ pagination }) => pagination.nextCursor,
    placeholderData: keepPreviousData,
  });
};

/** True if the index can rank the search: it ranks words within projects and statuses, anything else needs the list. */
export const isRanked = (search: TicketSearch): boolean =>
  search.search !== undefined &&
  search.sort === undefined &&
  (search.groupBy ?? 'none') === 'none' &&
  filterNames.every((name) => search[name] === undefined || ['search', 'project', 'status'].includes(name));
