import type { FastifyInstance } from 'fastify';
import type { EventType } from '../events/index.ts';
import type { Egress, OutboundClients, PrivateTargets } from '../platform/outbound-http/index.ts';
import type { SecretBox } from '../platform/secret-box/index.ts';
import { addDeliveryRoutes } from './delivery-routes.ts';
import { addWebhookTargetRoutes } from './targets/webhook-target-routes.ts';
import type { WebhookTargetSource } from './targets/webhook-target-source.ts';
import { secretBytesAdvised } from './webhook-input.ts';
import { addWebhookRoutes } from './webhook-routes.ts';

interface RoutesContext {
  outbound: OutboundClients;
  webhookTargets: WebhookTargetSource;
  secretBox: SecretBox;
  eventCatalogue: readonly EventType[];
  config: {
    API_URL?: string | undefined;
    BASE_URL?: string | undefined;
    webhookEgress: Egress;
    WEBHOOK_PRIVATE_TARGETS: PrivateTargets;
    NODE_ENV?: string | undefined;
  };
}

export function addRoutes(app: FastifyInstance, context: RoutesContext): void {
  const { outbound, secretBox, eventCatalogue, config } = context;
  const dependencies = {
    outbound: outbound.webhooks,
    box: secretBox,
    catalogue: eventCatalogue,
    secretBytesMin: config.NODE_ENV === 'production' ? secretBytesAdvised : 1,
  };
  addWebhookRoutes(app, dependencies, config.API_URL ?? config.BASE_URL);
  addDeliveryRoutes(app, eventCatalogue);
  addWebhookTargetRoutes(app, {
    egress: config.webhookEgress,
    environment: config.WEBHOOK_PRIVATE_TARGETS,
    source: context.webhookTargets,
  });
}
