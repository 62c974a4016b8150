import {
  findVisibleHomes,
  findWordConditions,
  isFiltered,
  resolveParents,
  type TicketIndex,
  type TicketListing,
  ticketPriorities,
  ticketStatuses,
  ticketTypes,
} from '../tickets/index.ts';
import type { Scope } from '../users/index.ts';
import { measureUser } from './people-stats-store.ts';
import { type Period, periodWindow } from './period.ts';
import { countByField, type FieldCount, measureFlow, type StatsScope } from './ticket-stats-store.ts';

/** Statistics of all tickets that the actor may see and that match the filters of a list. */
export async function getTicketStats(
  scope: Scope,
  period: Period,
  listing: Omit<TicketListing, 'sort' | 'order'>,
  ticketIndex?: TicketIndex,
) {
  const { db, clock } = scope;
  const window = periodWindow(period, clock.now());
  const counted = await findStatsScope(scope, listing, ticketIndex);
  const [rows, flow] = await Promise.all([
    countByField(db.workerReads, counted),
    measureFlow(db.workerReads, counted, window),
  ]);
  const byStatus = countsByValue(rows, 'status', ticketStatuses);
  const total = sumCounts(byStatus);
  return {
    window,
    total,
    byStatus,
    byPriority: countsByValue(rows, 'priority', ticketPriorities),
    byType: countsByValue(rows, 'type', ticketTypes),
    completionRate: ratio(byStatus.done ?? 0, total),
    flow,
  };
}

async function findStatsScope(
  { db, actor }: Scope,
  { projects, workspaces, filter: { assignee, ...others } }: Omit<TicketListing, 'sort' | 'order'>,
  ticketIndex: TicketIndex | undefined,
): Promise<StatsScope> {
  const homes = await findVisibleHomes(db.reads, actor, projects, workspaces);
  if (!isFiltered(others)) return { homes, assignee };
  const filter = await resolveParents(db.reads, actor, { ...others, assignee });
  return { homes, filter: await findWordConditions(db, filter, ticketIndex) };
}

/** The counts of one field, with 0 for values that no ticket has. */
export function countsByValue(rows: FieldCount[], field: FieldCount['field'], values: readonly string[]) {
  const counts: Record<string, number> = Object.fromEntries(values.map((value) => [value, 0]));
  for (const row of rows) if (row.field === field) counts[row.value] = row.count;
  return counts;
}

export const sumCounts = (counts: Record<string, number>) =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);

export const ratio = (part: number, whole: number) => (whole === 0 ? 0 : part / whole);

export async function getUserStats({ db, actor, clock }: Scope, period: Period) {
  const window = periodWindow(period, clock.now());
  const figures = await measureUser(db.workerReads, actor.userId, window);
  return { window, figures };
}
