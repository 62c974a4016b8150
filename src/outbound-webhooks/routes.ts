import type { FastifyInstance } from 'fastify';
import type { EventType } from '../events/index.ts';
import type { Egress, OutboundClients } from '../platform/outbound-http/index.ts';
import type { SecretBox } from '../platform/secret-box/index.ts';
import { addDeliveryRoutes } from './delivery-routes.ts';
import { addWebhookRoutes } from './webhook-routes.ts';

interface RoutesContext {
  outbound: OutboundClients;
  secretBox: SecretBox;
  eventCatalogue: readonly EventType[];
  config: { API_URL?: string | undefined; BASE_URL?: string | undefined; webhookEgress: Egress };
}

export function addRoutes(app: FastifyInstance, context: RoutesContext): void {
  const { outbound, secretBox, eventCatalogue, config } = context;
  const dependencies = {
    outbound: outbound[config.webhookEgress],
    box: secretBox,
    catalogue: eventCatalogue,
  };
  addWebhookRoutes(app, dependencies, config.API_URL ?? config.BASE_URL);
  addDeliveryRoutes(app, eventCatalogue);
}
