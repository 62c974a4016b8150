export { showBrowserNotifications } from './browser-notifications.ts';
export { BrowserNotificationsField } from './browser-notifications-field.tsx';
export { notificationsKey } from './notification-queries.ts';
export { takeOverSnoozed } from './take-over-snoozed.ts';
