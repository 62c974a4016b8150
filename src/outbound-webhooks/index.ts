export { findDueDeliveries, listWebhookHolders, releaseWebhooksOfEnded } from './delivery/delivery-store.ts';
export { DeliveryWorker } from './delivery/delivery-worker.ts';
export { deliveryHeaders, describeEvents } from './describe-events.ts';
export { addRoutes } from './routes.ts';
export { webhookTargetEvents } from './targets/webhook-target-events.ts';
export { newWebhookTargetSource, type WebhookTargetSource } from './targets/webhook-target-source.ts';
export {
  addTargetForOperator,
  listTargetsForOperator,
  removeTargetForOperator,
} from './targets/webhook-targets.ts';
export { webhookEvents } from './webhook-events.ts';
export { publicEventNames } from './webhook-input.ts';
export { webhookSecrets } from './webhook-store.ts';
export { deliveries } from './write-deliveries.ts';
