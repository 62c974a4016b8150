import { listExportedEvidence } from '../src/proof/index.ts';
import { getProjectSeries } from '../src/stats/get-project-series.ts';
import { getProjectStats } from '../src/stats/get-project-stats.ts';
import { getTicketStats, getUserStats } from '../src/stats/get-ticket-stats.ts';
import { bulkTickets } from '../src/tickets/bulk/bulk-tickets.ts';
import { exportTickets } from '../src/tickets/export/export-tickets.ts';
import { listTickets } from '../src/tickets/lists/list-tickets.ts';
import type { Call } from './load.ts';
import type { Row } from './rows.ts';
import type { Seeded } from './seeded.ts';

// Worker reads run one at a time on SQLite: more connections would only wait longer.
const workerConnections = 8;
const bulkSize = 100;
const firstPage = { page: 1, limit: 20, offset: 0 };

/** Statistics, filtered lists, exports and bulk requests. */
export function bulkAndStatsRowsOf({ scope, projects }: Seeded): Row[] {
  const project = () => projects[Math.floor(Math.random() * projects.length)] as { id: string; key: string };
  const entries = () => {
    const { id: projectId } = project();
    return Array.from({ length: bulkSize }, (_, i) => ({
      title: `Measured ${i} ${Math.random()}`,
      description: 'A ticket as long as people write them when they are in a hurry.',
      projectId,
    }));
  };
  const filter = { status: ['todo', 'in_progress'], priority: ['high', 'highest'], type: ['BUG'] };
  const filters = 'status=todo,in_progress&priority=high,highest&type=BUG';
  const rankedListing = { filter, sort: 'priority', order: 'desc' } as const;

  return [
    {
      name: `page of 20, ${filters}`,
      connections: workerConnections,
      next: () => get(`/api/tickets?${filters}`),
      alone: () => listTickets(scope, { filter, sort: 'updatedAt', order: 'desc' }, firstPage),
    },
    {
      name: 'page of 20 of a project, the same by priority',
      connections: workerConnections,
      next: () => get(`/api/tickets?${filters}&sort=priority&project=${project().key}`),
      alone: () => listTickets(scope, { ...rankedListing, projects: [project().key] }, firstPage),
    },
    {
      name: 'ticket stats, everything',
      connections: workerConnections,
      next: () => get('/api/tickets/stats'),
      alone: () => getTicketStats(scope, 'month', { filter: {} }),
    },
    {
      name: 'project stats',
      connections: workerConnections,
      next: () => get(`/api/project/${project().key}/stats`),
      alone: () => getProjectStats(scope, project().key, 'month'),
    },
    {
      name: 'project series, a month',
      connections: workerConnections,
      next: () => get(`/api/project/${project().key}/stats/series`),
      alone: () => getProjectSeries(scope, project().key, { period: 'month' }),
    },
    {
      name: 'project series, a year',
      connections: workerConnections,
      next: () => get(`/api/project/${project().key}/stats/series?period=year`),
      alone: () => getProjectSeries(scope, project().key, { period: 'year' }),
    },
    {
      name: 'user stats',
      connections: workerConnections,
      next: () => get('/api/user/stats'),
      alone: () => getUserStats(scope, 'month'),
    },
    {
      name: 'export of a project as CSV',
      connections: 2,
      next: () => get(`/api/tickets/export?project=${project().key}`),
      alone: async () => {
        const listing = { projects: [project().key], filter: {}, order: 'asc' as const };
        for await (const _ of exportTickets(scope, listing, listExportedEvidence));
      },
    },
    {
      name: `bulk create of ${bulkSize}`,
      connections: 2,
      next: () => ({ method: 'POST', path: '/api/tickets/bulk', body: { tickets: entries() } }),
      alone: () =>
        bulkTickets(
          scope,
          entries().map((input) => ({ kind: 'create', input })),
        ),
    },
  ];
}

const get = (path: string): Call => ({ method: 'GET', path });
