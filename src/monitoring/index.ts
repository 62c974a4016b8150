export { addMetricsRoutes } from './metrics-routes.ts';
export { type Monitoring, startMonitoring } from './monitoring.ts';
export { ageSeconds, type QueueName, readQueues } from './read-queues.ts';
