import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { InboundDelivery } from '../../sdk/index.ts';
import { api, queryClient, readAll } from '../api/index.ts';

export const triggersQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['inbound-webhooks', 'triggers', projectId],
    queryFn: async () => (await api.listTriggers({ params: { id: projectId } })).data,
  });

export const accessTokensQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['inbound-webhooks', 'tokens', projectId],
    queryFn: () => readAll((query) => api.listAccessTokens({ params: { id: projectId }, query })),
  });

export const inboundSecretsQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['inbound-webhooks', 'secrets', projectId],
    queryFn: async () => (await api.listInboundSecrets({ params: { id: projectId } })).data,
  });

export interface InboundFilter {
  provider?: InboundDelivery['provider'] | undefined;
  outcome?: InboundDelivery['outcome'] | undefined;
}

export const inboundDeliveriesQuery = (project: string, filter: InboundFilter) =>
  infiniteQueryOptions({
    queryKey: ['inbound-webhooks', 'deliveries', project, filter],
    queryFn: ({ pageParam }) =>
      api.listInboundDeliveries({
        query: { project, limit: 50, ...filter, ...(pageParam && { cursor: pageParam }) },
      }),
    initialPageParam: '',
    getNextPageParam: ({ pagination }) => pagination.nextCursor,
    placeholderData: keepPreviousData,
  });

export const inboundDeliveryQuery = (id: string) =>
  queryOptions({
    queryKey: ['inbound-webhooks', 'delivery', id],
    queryFn: async () => (await api.getInboundDelivery({ params: { id } })).data,
  });

export const refreshInbound = () => queryClient.invalidateQueries({ queryKey: ['inbound-webhooks'] });
