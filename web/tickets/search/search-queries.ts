import { infiniteQueryOptions, keepPreviousData, queryOptions, skipToken } from '@tanstack/react-query';
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

/** How many of the best matches show where their words are. */
const excerptsMax = 30;

/** Where the words of a search are in the best matches, by ticket. The texts of tickets are read for these alone. */
export const excerptsQuery = ({ search: q, project, status }: TicketSearch, limit = excerptsMax) =>
  queryOptions({
    queryKey: ['search', 'excerpts', q, project, status, limit],
    queryFn: q
      ? async ({ signal }) => {
          const { data } = await api.searchTickets({ query: { q, project, status, limit }, signal });
          return new Map(data.map(({ id, snippet }) => [id, snippet]));
        }
      : skipToken,
    placeholderData: keepPreviousData,
  });

/** True if the index can rank the search: it ranks words within projects and statuses, anything else needs the list. */
export const isRanked = (search: TicketSearch): boolean =>
  search.search !== undefined &&
  search.sort === undefined &&
  (search.groupBy ?? 'none') === 'none' &&
  filterNames.every((name) => search[name] === undefined || ['search', 'project', 'status'].includes(name));
