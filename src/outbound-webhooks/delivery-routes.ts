import type { FastifyInstance } from 'fastify';
import type { EventType } from '../events/index.ts';
import { splitList } from '../platform/comma-list.ts';
import { id } from '../platform/field-schemas.ts';
import { dataOf, newRouter } from '../platform/http/index.ts';
import { parseInstant } from '../platform/instant.ts';
import { Type } from '../platform/schema.ts';
import { requirePermission } from '../users/index.ts';
import { getDelivery, listDeliveries, recoverDeliveries, redeliver } from './deliveries.ts';
import { getWebhookFor } from './get-webhook.ts';
import { presentDelivery, presentDeliveryWithAttempts } from './present-webhook.ts';
import { replayEvents } from './replay-events.ts';
import { canReadDeliveries, canUseWebhook } from './webhook-access.ts';
import { routeDefaults } from './webhook-routes.ts';
import * as schemas from './webhook-schemas.ts';

const params = Type.Object({ id: id() });
const deliveryParams = Type.Object({ id: id(), deliveryId: Type.String({ examples: ['dlv_17_90210'] }) });

const parseOptionalInstant = (text: string | undefined) =>
  text === undefined ? undefined : parseInstant(text);

export function addDeliveryRoutes(app: FastifyInstance, catalogue: readonly EventType[]): void {
  const router = newRouter(app, routeDefaults);
  router.list('/v1/webhooks/:id/deliveries', {
    operationId: 'listWebhookDeliveries',
    summary: 'List the deliveries of a webhook, newest event first',
    params,
    query: schemas.DeliveriesQuery,
    authorizeFirst: requirePermission(getWebhookFor, canReadDeliveries),
    response: { description: 'A page of deliveries', item: schemas.Delivery },
    list: async ({ scope, params: { id: ref }, query }, page) => {
      const filter = {
        states: splitList(query.state),
        types: splitList(query.event),
        since: parseOptionalInstant(query.since),
        until: parseOptionalInstant(query.until),
      };
      const { webhook, rows, ...rest } = await listDeliveries(scope, ref, filter, page);
      return { rows: rows.map((row) => presentDelivery(webhook, row)), ...rest };
    },
  });

  router.get('/v1/webhooks/:id/deliveries/:deliveryId', {
    operationId: 'getWebhookDelivery',
    summary: 'Get a delivery with the request and response of each attempt',
    params: deliveryParams,
    responses: { 200: { description: 'The delivery', schema: dataOf(schemas.DeliveryWithAttempts) } },
    handle: async ({ scope, params: { id: ref, deliveryId } }) => {
      const { webhook, delivery, attempts } = await getDelivery(scope, ref, deliveryId);
      return { data: presentDeliveryWithAttempts(webhook, delivery, attempts) };
    },
  });

  router.post('/v1/webhooks/:id/deliveries/:deliveryId/redeliver', {
    operationId: 'redeliverWebhook',
    summary: 'Send a delivery again',
    params: deliveryParams,
    responses: { 200: { description: 'The delivery, pending again', schema: dataOf(schemas.Delivery) } },
    handle: async ({ scope, params: { id: ref, deliveryId } }) => {
      const { webhook, delivery } = await redeliver(scope, ref, deliveryId);
      return { data: presentDelivery(webhook, delivery) };
    },
  });

  router.post('/v1/webhooks/:id/recover', {
    operationId: 'recoverWebhook',
    summary: 'Send failed deliveries again',
    params,
    body: schemas.Recover,
    authorizeFirst: requirePermission(getWebhookFor, canUseWebhook),
    responses: { 200: { description: 'The number of deliveries', schema: dataOf(schemas.Recovered) } },
    handle: async ({ scope, params: { id: ref }, body }) => ({
      data: { recovered: await recoverDeliveries(scope, ref, parseInstant(body.since) as number) },
    }),
  });

  router.post('/v1/webhooks/:id/replay', {
    operationId: 'replayWebhook',
    summary: 'Send past events to a webhook',
    description:
      'Sends the events that the webhook subscribes to and its owner may see, also from before it was created or while it was disabled. At most 10,000 events. A pending delivery is not sent twice.',
    params,
    body: schemas.Replay,
    authorizeFirst: requirePermission(getWebhookFor, canUseWebhook),
    responses: { 200: { description: 'The number of events', schema: dataOf(schemas.Replayed) } },
    handle: async ({ scope, params: { id: ref }, body }) => {
      const { events, dryRun = false } = body;
      const since = parseInstant(body.since) as number;
      const input = { since, until: parseOptionalInstant(body.until), events, dryRun };
      return { data: { matched: await replayEvents(scope, catalogue, ref, input), dryRun } };
    },
  });
}
