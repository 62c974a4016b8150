import { queryOptions } from '@tanstack/react-query';
import { api, dataQuery } from '../api/index.ts';

/** No event reports the first use of a key, so the screen polls. */
const firstCallPollMs = 1_500;

export const agentQueries = {
  all: ['agents'] as const,

  /** The agents that the reader manages. */
  managed: () =>
    dataQuery(['agents', 'managed'], ({ signal }) => api.listAgents({ query: { limit: 100 }, signal })),

  keys: (agentId: string) =>
    dataQuery(['agents', 'keys', agentId], ({ signal }) =>
      api.listAgentApiKeys({ params: { id: agentId }, query: { limit: 100 }, signal }),
    ),

  /** When a new key was first used; asks until it was. */
  firstCall: (agentId: string, keyId: string) =>
    queryOptions({
      queryKey: ['agents', 'keys', agentId, 'first-call', keyId],
      queryFn: async ({ signal }) => {
        const { data } = await api.listAgentApiKeys({
          params: { id: agentId },
          query: { limit: 100 },
          signal,
        });
        return data.find(({ id }) => id === keyId)?.lastUsedAt ?? null;
      },
      refetchInterval: ({ state: { data } }) => (data ? false : firstCallPollMs),
      staleTime: 0,
    }),
};

/** What an agent may cost, and what it did. */
export const agentBudgetQuery = (agentId: string) =>
  dataQuery(['agents', 'budget', agentId], ({ signal }) =>
    api.getAgentBudget({ params: { id: agentId }, signal }),
  );
