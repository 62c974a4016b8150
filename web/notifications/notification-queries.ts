import { infiniteQueryOptions } from '@tanstack/react-query';
import { api } from '../api/index.ts';

/** The key of every list of notifications, for what makes them stale. */
export const notificationsKey = ['notifications'] as const;

export const notificationsQuery = (onlyUnread: boolean) =>
  infiniteQueryOptions({
    queryKey: [...notificationsKey, onlyUnread],
    queryFn: ({ pageParam }) =>
      api.listNotifications({
        query: { limit: 50, ...(onlyUnread && { unread: true }), ...(pageParam && { cursor: pageParam }) },
      }),
    initialPageParam: '',
    getNextPageParam: ({ pagination }) => pagination.nextCursor,
  });
