import type { FastifyInstance } from 'fastify';
import { choice, id } from '../../platform/field-schemas.ts';
import { dataOf, newRouter } from '../../platform/http/index.ts';
import { pageQuery } from '../../platform/paging.ts';
import { Type } from '../../platform/schema.ts';
import type { InboundSettings } from '../inbound-context.ts';
import { InboundDelivery, InboundDeliveryWithPayload } from '../inbound-schemas.ts';
import { presentDelivery } from '../present-inbound.ts';
import { deliveryOutcomes, inboundProviders } from './delivery.ts';
import { getDeliveryFor } from './delivery-access.ts';
import { getDelivery, listDeliveries } from './list-deliveries.ts';
import { replayDelivery } from './replay-delivery.ts';

const params = Type.Object({ id: id() });

export function addDeliveryLogRoutes(app: FastifyInstance, settings: InboundSettings): void {
  const router = newRouter(app, { tag: 'Inbound webhooks', access: 'signed-in' });
  router.list('/v1/inbound', {
    operationId: 'listInboundDeliveries',
    summary: 'List inbound deliveries of the last 30 days',
    description:
      'Instance administrators see every delivery; project administrators see those of their projects.',
    query: Type.Object({
      ...pageQuery,
      project: Type.Optional(Type.String({ description: 'Project id or key' })),
      provider: Type.Optional(choice(inboundProviders)),
      event: Type.Optional(Type.String({ maxLength: 200 })),
      outcome: Type.Optional(choice(deliveryOutcomes)),
    }),
    response: { description: 'Newest first, without the payloads', item: InboundDelivery },
    list: async ({ scope, query: { project, provider, event, outcome } }, page) => {
      const filter = { project, provider, event, outcome };
      const { rows, visible, ...rest } = await listDeliveries(scope, filter, page);
      return { rows: rows.map((row) => presentDelivery(row, visible)), ...rest };
    },
  });

  router.get('/v1/inbound/:id', {
    operationId: 'getInboundDelivery',
    summary: 'Get a delivery with its payload',
    params,
    responses: { 200: { description: 'The delivery', schema: dataOf(InboundDeliveryWithPayload) } },
    handle: async ({ scope, params: { id: deliveryId } }) => {
      const { delivery, projectIds, payload } = await getDelivery(scope, deliveryId);
      return { data: { ...presentDelivery(delivery, projectIds), payload } };
    },
  });

  router.post('/v1/inbound/:id/replay', {
    operationId: 'replayInboundDelivery',
    summary: 'Replay a delivery',
    description:
      'Applies the delivery again with the current repositories, settings and triggers. A replay by a project administrator affects only the projects they administer.',
    params,
    authorizeFirst: ({ scope, params: { id: deliveryId } }) =>
      getDeliveryFor(scope.db.reads, scope.actor, deliveryId),
    responses: {
      201: { description: 'The replay, recorded as a new delivery', schema: dataOf(InboundDelivery) },
    },
    handle: async ({ scope, params: { id: deliveryId } }) => {
      const { delivery, projectIds } = await replayDelivery(scope, settings, deliveryId);
      return { data: presentDelivery(delivery, projectIds) };
    },
  });
}
