export { addDeliveryRoutes } from './delivery-routes.ts';
export { newDeliveryWorker } from './delivery-worker.ts';
export { webhookEvents } from './webhook-events.ts';
export { addWebhookRoutes } from './webhook-routes.ts';
export { webhookSecretHolders } from './webhook-store.ts';
export { writeDeliveries } from './write-deliveries.ts';
