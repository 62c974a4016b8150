import { queryOptions } from '@tanstack/react-query';
import { api } from '../api/index.ts';

export type Period = 'week' | 'month' | 'quarter' | 'year';

/** The key of all statistics, which every change of a ticket makes stale. */
export const statsKey = ['stats'] as const;

export const seriesQuery = (id: string, period: Period) =>
  queryOptions({
    queryKey: [...statsKey, 'series', id, period],
    queryFn: async () => (await api.getProjectSeries({ params: { id }, query: { period } })).data,
  });

export const projectStatsQuery = (id: string, period: Period) =>
  queryOptions({
    queryKey: [...statsKey, 'project', id, period],
    queryFn: async () => (await api.getProjectStats({ params: { id }, query: { period } })).data,
  });
