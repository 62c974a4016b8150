import type { FastifyInstance } from 'fastify';
import { secondMs } from '../platform/clock.ts';
import { splitList } from '../platform/comma-list.ts';
import { durationInWords } from '../platform/duration-words.ts';
import { id } from '../platform/field-schemas.ts';
import { dataOf, newRouter } from '../platform/http/index.ts';
import { toIso } from '../platform/instant.ts';
import { pageQuery } from '../platform/paging.ts';
import { present } from '../platform/present.ts';
import { Type } from '../platform/schema.ts';
import { canReadProject, getProjectFor } from '../projects/index.ts';
import { getGroupFor, parseTicketListing, type TicketIndex, ticketFilterQuery } from '../tickets/index.ts';
import { requirePermission } from '../users/index.ts';
import { getForecast } from './forecast/get-forecast.ts';
import { listForecasts } from './forecast/list-forecasts.ts';
import { getGroupReport } from './get-group-report.ts';
import { getGroupSeries } from './get-group-series.ts';
import { getProjectSeries, type Percentiles } from './get-project-series.ts';
import { getProjectStats } from './get-project-stats.ts';
import { getTicketStats, getUserStats, ratio } from './get-ticket-stats.ts';
import { type CompletedTicketRow, listCompletedTickets } from './list-completed-tickets.ts';
import type { Window } from './period.ts';
import {
  CompletedTicket,
  Forecast,
  ForecastQuery,
  Forecasts,
  ForecastsQuery,
  GroupReport,
  GroupSeries,
  ProjectSeries,
  ProjectStats,
  period,
  SeriesQuery,
  TicketStats,
  UserStats,
} from './stats-schemas.ts';

const presentWindow = ({ period: name, start, end }: Window) => ({
  period: name,
  startDate: toIso(start),
  endDate: toIso(end),
});

const secondsBetween = (fromMs: number, toMs: number) => Math.max(0, Math.round((toMs - fromMs) / secondMs));

function presentCompleted(ticket: CompletedTicketRow & { projectKey: string }) {
  const { createdAt, startedAt, completedAt } = ticket;
  return present(CompletedTicket, ticket, {
    key: `${ticket.projectKey}-${ticket.number}`,
    cycleSeconds: startedAt === null ? null : secondsBetween(startedAt, completedAt),
    leadSeconds: secondsBetween(createdAt, completedAt),
  });
}

const inSeconds = ({ tickets, ...percentilesMs }: Percentiles) => ({
  tickets,
  ...Object.fromEntries(
    Object.entries(percentilesMs).map(([name, ms]) => [name, ms && Math.round(ms / secondMs)]),
  ),
});

export function addRoutes(app: FastifyInstance, { ticketIndex }: { ticketIndex: TicketIndex }): void {
  const router = newRouter(app, { tag: 'Projects', access: 'signed-in' });
  router.get('/api/tickets/stats', {
    operationId: 'getTicketStats',
    summary: 'Statistics of the tickets you can see',
    description: 'Takes the filters of the list: figures are of the tickets that match them now.',
    tag: 'Tickets',
    forProjectKeys: true,
    query: Type.Object({ period, ...ticketFilterQuery }),
    responses: { 200: { description: 'The statistics', schema: dataOf(TicketStats) } },
    handle: async ({ scope, query }) => {
      const { period: name = 'month', ...filters } = query;
      const listing = await parseTicketListing(scope, filters);
      const stats = await getTicketStats(scope, name, listing, ticketIndex);
      const { total, byStatus, byPriority, byType, completionRate, flow } = stats;
      return {
        data: {
          ...presentWindow(stats.window),
          total,
          byStatus,
          byPriority,
          byType,
          metrics: {
            averageCompletionTime: durationInWords(flow.completionMs),
            completionRate,
            overdue: flow.overdue,
            createdThisPeriod: flow.created,
            completedThisPeriod: flow.completed,
          },
        },
      };
    },
  });

  router.get('/api/project/:id/stats', {
    operationId: 'getProjectStats',
    summary: 'Statistics of a project',
    forProjectKeys: true,
    params: Type.Object({ id: id({ description: 'The project’s id or key' }) }),
    query: Type.Object({ period }),
    authorizeFirst: requirePermission(getProjectFor, canReadProject),
    responses: { 200: { description: 'The statistics', schema: dataOf(ProjectStats) } },
    handle: async ({ scope, params, query }) => {
      const stats = await getProjectStats(scope, params.id, query.period ?? 'month');
      const { tickets, estimates, members, activity, completionRate, meanAgeMs, velocity } = stats;
      const progress = { completionRate, averageTicketAge: durationInWords(meanAgeMs), velocity };
      return { data: { ...presentWindow(stats.window), tickets, estimates, members, activity, progress } };
    },
  });

  router.get('/api/project/:id/stats/series', {
    operationId: 'getProjectSeries',
    summary: 'Daily statistics of a project',
    description:
      'For burn-up and cumulative flow charts: the tickets created and completed on each day, and how many had each status at its end. Also the throughput of each week, and percentiles of lead time and cycle time.',
    params: Type.Object({ id: id({ description: 'The project’s id or key' }) }),
    query: SeriesQuery,
    authorizeFirst: requirePermission(getProjectFor, canReadProject),
    responses: { 200: { description: 'The series', schema: dataOf(ProjectSeries) } },
    handle: async ({ scope, params, query }) => {
      const { zone, days, throughput, leadTime, cycleTime } = await getProjectSeries(scope, params.id, query);
      const times = { leadTime: inSeconds(leadTime), cycleTime: inSeconds(cycleTime) };
      return { data: { timezone: zone, days, throughput, ...times } };
    },
  });

  router.get('/api/forecasts', {
    operationId: 'listForecasts',
    summary: 'When the open tickets of several projects will be done',
    description:
      'One sentence for each project of a list: what `flow` of its forecast says, without the days of a chart.',
    query: ForecastsQuery,
    responses: { 200: { description: 'The forecasts', schema: dataOf(Forecasts) } },
    handle: async ({ scope, query: { ids, ...query } }) => ({
      data: await listForecasts(scope, splitList(ids), query),
    }),
  });

  router.get('/api/project/:id/forecast', {
    operationId: 'getForecast',
    summary: 'When tickets of a project will be done',
    description:
      'Plays the coming days 2,000 times with the completions of random past days, weekends apart, and counts what came true how often. `flow` also repeats what arrived, and says so if more tickets arrive than are done. The same question has the same answer until the next day or completion.',
    params: Type.Object({ id: id({ description: 'The project’s id or key' }) }),
    query: ForecastQuery,
    authorizeFirst: requirePermission(getProjectFor, canReadProject),
    responses: { 200: { description: 'The forecast', schema: dataOf(Forecast) } },
    handle: async ({ scope, params, query }) => {
      const { zone, ...forecast } = await getForecast(scope, params.id, query);
      return { data: { timezone: zone, ...forecast } };
    },
  });

  router.list('/api/project/:id/stats/tickets', {
    operationId: 'listCompletedTickets',
    summary: 'Completed tickets of a project with their cycle and lead times',
    description: 'The points of a cycle-time chart, for the same days as the series.',
    params: Type.Object({ id: id({ description: 'The project’s id or key' }) }),
    query: Type.Object({ ...SeriesQuery.properties, ...pageQuery }),
    authorizeFirst: requirePermission(getProjectFor, canReadProject),
    response: {
      description: 'By completion, newest first',
      item: CompletedTicket,
      present: presentCompleted,
    },
    list: ({ scope, params, query }, page) => listCompletedTickets(scope, params.id, query, page),
  });

  router.get('/api/groups/:id/stats/series', {
    operationId: 'getGroupSeries',
    summary: 'Daily statistics of a group',
    description:
      'For the burn-up of a cycle or milestone: how many of the tickets that are in it now existed, were started and were completed at the end of each day. Cancelled tickets do not count.',
    params: Type.Object({ id: id() }),
    query: Type.Object({ timezone: SeriesQuery.properties.timezone }),
    authorizeFirst: requirePermission(getGroupFor, canReadProject),
    responses: { 200: { description: 'The series', schema: dataOf(GroupSeries) } },
    handle: async ({ scope, params, query }) => {
      const { zone, group, days } = await getGroupSeries(scope, params.id, query.timezone);
      return { data: present(GroupSeries, group, { timezone: zone, days }) };
    },
  });

  router.get('/api/groups/:id/report', {
    operationId: 'getGroupReport',
    summary: 'The report of a cycle or milestone',
    description:
      'Which tickets were in it at its start (`atStart`), were `added` and `removed` since, were open when they went to another cycle (`carriedOver`), are in it `now`, and of these are `completed`: `atStart + added - removed - carriedOver = now`. Day by day: the scope and what is completed at the end of the day, and what was added and removed during it.',
    params: Type.Object({ id: id() }),
    query: Type.Object({ timezone: SeriesQuery.properties.timezone }),
    authorizeFirst: requirePermission(getGroupFor, canReadProject),
    responses: { 200: { description: 'The report', schema: dataOf(GroupReport) } },
    handle: async ({ scope, params, query }) => {
      const { zone, group, summary, days } = await getGroupReport(scope, params.id, query.timezone);
      return { data: present(GroupReport, { ...group, ...summary }, { timezone: zone, days }) };
    },
  });

  router.get('/api/user/stats', {
    operationId: 'getUserStats',
    summary: 'Your statistics',
    tag: 'User',
    query: Type.Object({ period }),
    responses: { 200: { description: 'The statistics', schema: dataOf(UserStats) } },
    handle: async ({ scope, query }) => {
      const { window, figures } = await getUserStats(scope, query.period ?? 'month');
      const { created, completed, assigned, overdue, owned, member, active, comments } = figures;
      return {
        data: {
          ...presentWindow(window),
          tickets: { created, completed, assigned, overdue },
          projects: { owned, member, active },
          activity: { comments, commits: figures.commits, reviews: figures.reviews },
          productivity: {
            averageCompletionTime: durationInWords(figures.completionMs),
            completionRate: ratio(figures.done, assigned),
            activeHours: figures.activeHours,
          },
        },
      };
    },
  });
}
