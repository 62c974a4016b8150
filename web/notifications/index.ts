export { notificationsKey } from './notification-queries.ts';
