import { api, pagesQuery } from '../api/index.ts';

/** The key of every list of notifications, for what makes them stale. */
export const notificationsKey = ['notifications'] as const;

/** What the inbox shows. */
export type Shown = 'all' | 'unread' | 'snoozed' | 'done';

export const notificationsQuery = (shown: Shown) =>
  pagesQuery([...notificationsKey, shown], (page) =>
    api.listNotifications({
      query: {
        ...{ limit: 50, box: shown === 'snoozed' || shown === 'done' ? shown : 'inbox' },
        ...(shown === 'unread' && { unread: true }),
        ...page,
      },
    }),
  );
