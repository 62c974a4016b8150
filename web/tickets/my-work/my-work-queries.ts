import { queryOptions } from '@tanstack/react-query';
import { api } from '../../api/index.ts';

/** The tickets with unread mentions of the person. */
export const mentionsQuery = queryOptions({
  queryKey: ['notifications', 'mentions'],
  queryFn: async () => {
    const { data } = await api.listNotifications({ query: { unread: true, limit: 100 } });
    const tickets = data.flatMap(({ kind, ticket }) => (kind === 'mention' && ticket ? [ticket.id] : []));
    return [...new Set(tickets)];
  },
});
