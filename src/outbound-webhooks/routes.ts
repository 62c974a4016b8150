import type { FastifyInstance } from 'fastify';
import type { EventType } from '../events/index.ts';
import type { Egress, OutboundClients } from '../platform/outbound-http/index.ts';
import type { SecretBox } from '../platform/secret-box/index.ts';
import { addDeliveryRoutes } from './delivery-routes.ts';
import { addWebhookRoutes } from './webhook-routes.ts';

/** A shorter one could be guessed from one signed delivery. On trial any is accepted, as the interface promises. */
const secretBytesMinInProduction = 16;

interface RoutesContext {
  outbound: OutboundClients;
  secretBox: SecretBox;
  eventCatalogue: readonly EventType[];
  config: {
    API_URL?: string | undefined;
    BASE_URL?: string | undefined;
    webhookEgress: Egress;
    NODE_ENV?: string | undefined;
  };
}

export function addRoutes(app: FastifyInstance, context: RoutesContext): void {
  const { outbound, secretBox, eventCatalogue, config } = context;
  const dependencies = {
    outbound: outbound[config.webhookEgress],
    box: secretBox,
    catalogue: eventCatalogue,
    secretBytesMin: config.NODE_ENV === 'production' ? secretBytesMinInProduction : 1,
  };
  addWebhookRoutes(app, dependencies, config.API_URL ?? config.BASE_URL);
  addDeliveryRoutes(app, eventCatalogue);
}
