import { api, pagesQuery } from '../api/index.ts';

/** The key of every list of notifications, for what makes them stale. */
export const notificationsKey = ['notifications'] as const;

export const notificationsQuery = (onlyUnread: boolean) =>
  pagesQuery([...notificationsKey, onlyUnread], (page) =>
    api.listNotifications({
      query: { limit: 50, ...(onlyUnread && { unread: true }), ...page },
    }),
  );
