export { addNotificationRoutes } from './notification-routes.ts';
export { sweepNotifications } from './notifications.ts';
export { startNotifier } from './start-notifier.ts';
