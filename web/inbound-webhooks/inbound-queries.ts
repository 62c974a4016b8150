import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { InboundDelivery } from '../../sdk/index.ts';
import { api, dataQuery, pagesQuery, queryClient, readAll } from '../api/index.ts';

export const triggersQuery = (projectId: string) =>
  dataQuery(['inbound-webhooks', 'triggers', projectId], () =>
    api.listTriggers({ params: { id: projectId } }),
  );

export const accessTokensQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['inbound-webhooks', 'tokens', projectId],
    queryFn: () => readAll((query) => api.listAccessTokens({ params: { id: projectId }, query })),
  });

export const inboundSecretsQuery = (projectId: string) =>
  dataQuery(['inbound-webhooks', 'secrets', projectId], () =>
    api.listInboundSecrets({ params: { id: projectId } }),
  );

export interface InboundFilter {
  provider?: InboundDelivery['provider'] | undefined;
  outcome?: InboundDelivery['outcome'] | undefined;
}

export const inboundDeliveriesQuery = (project: string, filter: InboundFilter) =>
  infiniteQueryOptions({
    ...pagesQuery(['inbound-webhooks', 'deliveries', project, filter], (page) =>
      api.listInboundDeliveries({
        query: { project, limit: 50, ...filter, ...page },
      }),
    ),
    placeholderData: keepPreviousData,
  });

export const inboundDeliveryQuery = (id: string) =>
  dataQuery(['inbound-webhooks', 'delivery', id], () => api.getInboundDelivery({ params: { id } }));

export const refreshInbound = () => queryClient.invalidateQueries({ queryKey: ['inbound-webhooks'] });
