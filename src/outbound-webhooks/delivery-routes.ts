import type { FastifyInstance } from 'fastify';
import type { EventType } from '../events/index.ts';
import { splitList } from '../platform/comma-list.ts';
import { id } from '../platform/field-schemas.ts';
import { listOf, oneOf, presentPage, route } from '../platform/http/index.ts';
import { parseInstant } from '../platform/instant.ts';
import { parsePage } from '../platform/paging.ts';
import { Type } from '../platform/schema.ts';
import { getDelivery, listDeliveries, recover, redeliver } from './deliveries.ts';
import { getWebhookFor } from './get-webhook.ts';
import { presentDelivery, presentDeliveryWithAttempts } from './present-webhook.ts';
import { replayEvents } from './replay-events.ts';
import { canReadDeliveries, canUseWebhook } from './webhook-access.ts';
import { common } from './webhook-routes.ts';
import {
  DeliveriesQuery,
  Delivery,
  DeliveryWithAttempts,
  Recover,
  Recovered,
  Replay,
  Replayed,
} from './webhook-schemas.ts';

const params = Type.Object({ id: id() });
const deliveryParams = Type.Object({ id: id(), deliveryId: Type.String({ examples: ['dlv_17_90210'] }) });

const instantOf = (text: string | undefined) => (text === undefined ? undefined : parseInstant(text));

export function addDeliveryRoutes(app: FastifyInstance, catalogue: readonly EventType[]): void {
  route(app, {
    ...common,
    method: 'GET',
    url: '/v1/webhooks/:id/deliveries',
    operationId: 'listWebhookDeliveries',
    summary: 'What was, is and will be sent to a webhook, newest event first',
    params,
    query: DeliveriesQuery,
    authorizeFirst: ({ scope, params: { id: ref } }) =>
      getWebhookFor(scope.db.reads, scope.actor, ref, canReadDeliveries),
    answers: { 200: { description: 'A page of deliveries', schema: listOf(Delivery) } },
    handle: async ({ scope, params: { id: ref }, query }) => {
      const page = parsePage(query);
      const filter = {
        states: splitList(query.state),
        types: splitList(query.event),
        since: instantOf(query.since),
        until: instantOf(query.until),
      };
      const { webhook, rows, total } = await listDeliveries(scope, ref, filter, page);
      return presentPage(
        rows.map((row) => presentDelivery(webhook, row)),
        total,
        page,
      );
    },
  });

  route(app, {
    ...common,
    method: 'GET',
    url: '/v1/webhooks/:id/deliveries/:deliveryId',
    operationId: 'getWebhookDelivery',
    summary: 'One delivery, with what was sent and what came back at each attempt',
    params: deliveryParams,
    answers: { 200: { description: 'The delivery', schema: oneOf(DeliveryWithAttempts) } },
    handle: async ({ scope, params: { id: ref, deliveryId } }) => {
      const { webhook, delivery, attempts } = await getDelivery(scope, ref, deliveryId);
      return { data: presentDeliveryWithAttempts(webhook, delivery, attempts) };
    },
  });

  route(app, {
    ...common,
    method: 'POST',
    url: '/v1/webhooks/:id/deliveries/:deliveryId/redeliver',
    operationId: 'redeliverWebhook',
    summary: 'Send a delivery once more',
    params: deliveryParams,
    answers: { 200: { description: 'The delivery, on its way again', schema: oneOf(Delivery) } },
    handle: async ({ scope, params: { id: ref, deliveryId } }) => {
      const { webhook, delivery } = await redeliver(scope, ref, deliveryId);
      return { data: presentDelivery(webhook, delivery) };
    },
  });

  route(app, {
    ...common,
    method: 'POST',
    url: '/v1/webhooks/:id/recover',
    operationId: 'recoverWebhook',
    summary: 'Send everything once more that failed for good since some time',
    params,
    body: Recover,
    authorizeFirst: ({ scope, params: { id: ref } }) =>
      getWebhookFor(scope.db.reads, scope.actor, ref, canUseWebhook),
    answers: { 200: { description: 'How many there were', schema: oneOf(Recovered) } },
    handle: async ({ scope, params: { id: ref }, body }) => ({
      data: { recovered: await recover(scope, ref, parseInstant(body.since) as number) },
    }),
  });

  route(app, {
    ...common,
    method: 'POST',
    url: '/v1/webhooks/:id/replay',
    operationId: 'replayWebhook',
    summary: 'Send past events to a webhook',
    description:
      'From before it was there or while it was disabled; those it covers and its owner may see. At most 10,000 at a time. What waits already is not sent twice.',
    params,
    body: Replay,
    authorizeFirst: ({ scope, params: { id: ref } }) =>
      getWebhookFor(scope.db.reads, scope.actor, ref, canUseWebhook),
    answers: { 200: { description: 'How many there are', schema: oneOf(Replayed) } },
    handle: async ({ scope, params: { id: ref }, body }) => {
      const { events, dryRun = false } = body;
      const since = parseInstant(body.since) as number;
      const input = { since, until: instantOf(body.until), events, dryRun };
      return { data: { matched: await replayEvents(scope, catalogue, ref, input), dryRun } };
    },
  });
}
