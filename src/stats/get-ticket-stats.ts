import {
  findVisibleHomes,
  type PeopleFilter,
  ticketPriorities,
  ticketStatuses,
  ticketTypes,
} from '../tickets/index.ts';
import type { Scope } from '../users/index.ts';
import { type Period, windowOf } from './period.ts';
import { countByField, type FieldCount, measureFlow } from './ticket-stats-store.ts';

/** Statistics of all tickets that the actor may see, optionally of some projects and assignees. */
export async function getTicketStats(
  { db, actor, clock }: Scope,
  period: Period,
  projects: string[] | undefined,
  assignees: PeopleFilter | undefined,
) {
  const window = windowOf(period, clock.now());
  const homes = await findVisibleHomes(db.reads, actor, projects);
  const [rows, flow] = await Promise.all([
    countByField(db.workerReads, { homes, assignees }),
    measureFlow(db.workerReads, { homes, assignees }, window),
  ]);
  const byStatus = countsOf(rows, 'status', ticketStatuses);
  const total = sumOf(byStatus);
  return {
    window,
    total,
    byStatus,
    byPriority: countsOf(rows, 'priority', ticketPriorities),
    byType: countsOf(rows, 'type', ticketTypes),
    completionRate: rateOf(byStatus.done ?? 0, total),
    flow,
  };
}

/** The counts of one field, with 0 for values that no ticket has. */
export function countsOf(rows: FieldCount[], field: FieldCount['field'], values: readonly string[]) {
  const counts: Record<string, number> = Object.fromEntries(values.map((value) => [value, 0]));
  for (const row of rows) if (row.field === field) counts[row.value] = row.count;
  return counts;
}

export const sumOf = (counts: Record<string, number>) =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);

export const rateOf = (part: number, whole: number) => (whole === 0 ? 0 : part / whole);
