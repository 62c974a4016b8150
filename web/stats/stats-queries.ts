import { queryOptions } from '@tanstack/react-query';
import type { CompletedTicket } from '../../sdk/index.ts';
import { api, dataQuery } from '../api/index.ts';

export type Period = 'week' | 'month' | 'quarter' | 'year';

/** The key of all statistics, which every change of a ticket makes stale. */
export const statsKey = ['stats'] as const;

export const seriesQuery = (id: string, period: Period) =>
  dataQuery([...statsKey, 'series', id, period], () =>
    api.getProjectSeries({ params: { id }, query: { period } }),
  );

export const projectStatsQuery = (id: string, period: Period) =>
  dataQuery([...statsKey, 'project', id, period], () =>
    api.getProjectStats({ params: { id }, query: { period } }),
  );

/** Both are stale after every change of a ticket, as it may have closed one. */
export const agentUsageQuery = (id: string, from: string, to: string) =>
  dataQuery([...statsKey, 'agent-usage', id, from, to], () =>
    api.getProjectAgentUsage({ params: { id }, query: { from, to } }),
  );

export const ticketUsageQuery = (id: string, from: string, to: string) =>
  dataQuery([...statsKey, 'ticket-usage', id, from, to], () =>
    api.listTicketAgentUsage({ params: { id }, query: { from, to, limit: 100 } }),
  );

/** More points than this would only hide each other. */
const pointsMax = 1_000;

export const completedQuery = (id: string, period: Period) =>
  queryOptions({
    queryKey: [...statsKey, 'completed', id, period],
    queryFn: async () => {
      const found: CompletedTicket[] = [];
      for await (const ticket of api.listCompletedTickets.all({ params: { id }, query: { period } })) {
        found.push(ticket);
        if (found.length === pointsMax) break;
      }
      return found;
    },
  });
