export { DeliveryWorker } from './delivery-worker.ts';
export { deliveryHeaders, describeEvents } from './describe-events.ts';
export { forwardEvent } from './forward-event.ts';
export { addRoutes } from './routes.ts';
export { webhookEvents } from './webhook-events.ts';
export { newSecret, parsePatterns, publicEventNames } from './webhook-input.ts';
export { webhookSecretHolders } from './webhook-store.ts';
export { writeDeliveries } from './write-deliveries.ts';
