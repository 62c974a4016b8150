import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api } from '../../api/index.ts';
import { language } from '../../messages/index.ts';

const fewMinutesMs = 5 * 60_000;

/** The data of a ticket besides its row. Events make it stale (`shell/refresh-queries.ts`). */
export const ticketQueries = {
  /** The key of all queries of one ticket. */
  ofTicket: (id: string) => ['tickets', id] as const,

  details: (id: string) =>
    queryOptions({
      queryKey: ['tickets', id, 'details'],
      queryFn: async ({ signal }) => (await api.getTicket({ params: { id }, signal })).data,
      staleTime: fewMinutesMs,
    }),

  /** All comments; the details have only the latest hundred. */
  comments: (id: string) =>
    queryOptions({
      queryKey: ['tickets', id, 'comments'],
      queryFn: () => Array.fromAsync(api.listComments.all({ params: { id } })),
      staleTime: fewMinutesMs,
    }),

  /** Newest first, a hundred per page. */
  history: (id: string) =>
    infiniteQueryOptions({
      queryKey: ['tickets', id, 'history'],
      queryFn: ({ pageParam, signal }) =>
        api.listHistory({ params: { id }, query: { limit: 100, cursor: pageParam }, signal }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: ({ pagination }) => pagination.nextCursor ?? undefined,
      staleTime: fewMinutesMs,
    }),

  criteria: (id: string) =>
    queryOptions({
      queryKey: ['tickets', id, 'criteria'],
      queryFn: async ({ signal }) => (await api.listCriteria({ params: { id }, signal })).data,
      staleTime: fewMinutesMs,
    }),

  /** The newest evidence that is about no criterion, but about the ticket. */
  otherEvidence: (id: string) =>
    queryOptions({
      queryKey: ['tickets', id, 'other-evidence'],
      queryFn: async ({ signal }) =>
        (await api.listEvidence({ params: { id }, query: { limit: 100 }, signal })).data
          .filter(({ criterionId, kind }) => criterionId === null && kind !== 'host_check')
          .slice(0, 20),
      staleTime: fewMinutesMs,
    }),

  proofSteps: (id: string) =>
    queryOptions({
      queryKey: ['tickets', id, 'proof-steps'],
      queryFn: async ({ signal }) =>
        (await api.listProofSteps({ params: { id }, query: { language }, signal })).data,
      staleTime: fewMinutesMs,
    }),

  reviews: (id: string) =>
    queryOptions({
      queryKey: ['tickets', id, 'reviews'],
      queryFn: ({ signal }) => api.listReviews({ params: { id }, signal }),
      staleTime: fewMinutesMs,
    }),

  relations: (id: string) =>
    queryOptions({
      queryKey: ['tickets', id, 'relations'],
      queryFn: async ({ signal }) => (await api.listRelations({ params: { id }, signal })).data,
      staleTime: fewMinutesMs,
    }),

  links: (id: string) =>
    queryOptions({
      queryKey: ['tickets', id, 'links'],
      queryFn: async ({ signal }) =>
        (await api.listLinks({ params: { id }, query: { limit: 100 }, signal })).data,
      staleTime: fewMinutesMs,
    }),

  watchers: (id: string) =>
    queryOptions({
      queryKey: ['tickets', id, 'watchers'],
      queryFn: ({ signal }) => api.listWatchers({ params: { id }, query: { limit: 100 }, signal }),
      staleTime: fewMinutesMs,
    }),

  timeLogs: (id: string) =>
    queryOptions({
      queryKey: ['tickets', id, 'time-logs'],
      queryFn: () => Array.fromAsync(api.listTimeLogs.all({ params: { id } })),
      staleTime: fewMinutesMs,
    }),

  /** Tickets found by key or words, for parents and relations. */
  search: (words: string, projectId: string | undefined) =>
    queryOptions({
      queryKey: ['tickets', 'search', words, projectId],
      queryFn: async ({ signal }) =>
        (
          await api.searchTickets({
            query: { q: words, limit: 20, project: projectId, fields: 'row' },
            signal,
          })
        ).data,
      staleTime: 30_000,
      enabled: words.trim() !== '',
    }),

  /** Those of a project that changed last, to pick from before anything is typed. */
  latest: (project: string | undefined) =>
    queryOptions({
      queryKey: ['tickets', 'latest', project],
      queryFn: async ({ signal }) => {
        const query = { project, limit: 20, sort: 'updatedAt', order: 'desc', fields: 'row' } as const;
        return (await api.listTickets({ query, signal })).data;
      },
      staleTime: 30_000,
    }),
};
