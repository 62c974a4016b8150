export { draftDigest } from './digests.ts';
export { draftNotificationMail } from './draft-notification-mail.ts';
export { notificationEvents } from './notification-events.ts';
export { addRoutes } from './notification-routes.ts';
export { deleteNotificationsOfProject, findUnnotifiedEvents } from './notification-store.ts';
export { countUnread, sweepNotifications } from './notifications.ts';
export { notifyOfPast } from './notify-of-past.ts';
export { startNotificationLoop } from './start-notification-loop.ts';
