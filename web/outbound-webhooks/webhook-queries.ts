import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { WebhookDelivery } from '../../sdk/index.ts';
import { api, dataQuery, pagesQuery, queryClient, readAll } from '../api/index.ts';
import { isSentSoon } from './delivery-state.ts';

/** Deliveries in flight are polled, because no event reports them. */
const pollMs = 2_000;

/** With `all`, administrators get the webhooks of everybody. */
export const webhooksQuery = (all: boolean) =>
  queryOptions({
    queryKey: ['outbound-webhooks', 'list', all],
    queryFn: () => readAll((query) => api.listWebhooks({ query: { ...query, ...(all && { all }) } })),
  });

export const webhookQuery = (id: string) =>
  dataQuery(['outbound-webhooks', 'webhook', id], () => api.getWebhook({ params: { id } }));

/** The last fifty deliveries, for the health line. */
export const lastDeliveriesQuery = (id: string) =>
  queryOptions({
    queryKey: ['outbound-webhooks', 'last-deliveries', id],
    queryFn: async () => (await api.listWebhookDeliveries({ params: { id }, query: { limit: 50 } })).data,
    refetchInterval: ({ state }) => (state.data?.some(isSentSoon) ? pollMs : false),
  });

export interface DeliveryFilter {
  state?: WebhookDelivery['state'] | undefined;
  event?: string | undefined;
}

export const deliveriesQuery = (id: string, filter: DeliveryFilter) =>
  infiniteQueryOptions({
    ...pagesQuery(['outbound-webhooks', 'deliveries', id, filter], (page) =>
      api.listWebhookDeliveries({
        params: { id },
        query: { limit: 25, ...filter, ...page },
      }),
    ),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ data }) => data.some(isSentSoon)) ? pollMs : false,
  });

export const deliveryQuery = (id: string, deliveryId: string) =>
  queryOptions({
    queryKey: ['outbound-webhooks', 'delivery', id, deliveryId],
    queryFn: async () => (await api.getWebhookDelivery({ params: { id, deliveryId } })).data,
    refetchInterval: ({ state }) => (state.data && isSentSoon(state.data) ? pollMs : false),
  });

export const refreshWebhooks = () => queryClient.invalidateQueries({ queryKey: ['outbound-webhooks'] });
