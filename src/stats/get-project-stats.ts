import { canReadProject, getProjectFor } from '../projects/index.ts';
import { ticketStatuses } from '../tickets/index.ts';
import type { Scope } from '../users/index.ts';
import { countsByValue, ratio, sumCounts } from './get-ticket-stats.ts';
import { type Period, periodWindow } from './period.ts';
import { measureProject } from './project-figures-store.ts';
import { countByField, measureFlow } from './ticket-stats-store.ts';

export async function getProjectStats({ db, actor, clock }: Scope, ref: string, period: Period) {
  const { id } = await getProjectFor(db.reads, actor, ref, canReadProject);
  const window = periodWindow(period, clock.now());
  const homes = { whole: [id], guest: [], userId: actor.userId };
  const [rows, flow, figures] = await Promise.all([
    countByField(db.workerReads, { homes }),
    measureFlow(db.workerReads, { homes }, window),
    measureProject(db.workerReads, id, window),
  ]);
  const counts = countsByValue(rows, 'status', ticketStatuses);
  const total = sumCounts(counts);
  const of = (...statuses: (typeof ticketStatuses)[number][]) =>
    statuses.reduce((sum, status) => sum + (counts[status] ?? 0), 0);
  return {
    window,
    tickets: {
      total,
      open: of('backlog', 'todo'),
      inProgress: of('in_progress', 'in_review'),
      completed: of('done'),
      overdue: flow.overdue,
    },
    estimates: {
      total: figures.estimated / 100,
      open: figures.estimatedOpen / 100,
      inProgress: figures.estimatedInProgress / 100,
      completed: figures.estimatedCompleted / 100,
    },
    members: { total: figures.members, active: figures.activeMembers },
    activity: { ticketsCreated: flow.created, ticketsCompleted: flow.completed, comments: figures.comments },
    completionRate: ratio(of('done'), total),
    meanAgeMs: figures.meanAgeMs,
    velocity: flow.completed / window.weeks,
  };
}
