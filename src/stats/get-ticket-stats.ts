import {
  findVisibleHomes,
  type PeopleFilter,
  ticketPriorities,
  ticketStatuses,
  ticketTypes,
} from '../tickets/index.ts';
import type { Scope } from '../users/index.ts';
import { type Period, windowOf } from './period.ts';
import { countFacts, type FactRow, measureFlow } from './ticket-stats-store.ts';

/** Over every ticket in scope that the actor may see. */
export async function getTicketStats(
  { db, actor, clock }: Scope,
  period: Period,
  projects: string[] | undefined,
  assignees: PeopleFilter | undefined,
) {
  const window = windowOf(period, clock.now());
  const homes = await findVisibleHomes(db.reads, actor, projects);
  const [rows, flow] = await Promise.all([
    countFacts(db.workerReads, { homes, assignees }),
    measureFlow(db.workerReads, { homes, assignees }, window),
  ]);
  const byStatus = tally(rows, 'status', ticketStatuses);
  const total = sumOf(byStatus);
  return {
    window,
    total,
    byStatus,
    byPriority: tally(rows, 'priority', ticketPriorities),
    byType: tally(rows, 'type', ticketTypes),
    completionRate: rateOf(byStatus.done ?? 0, total),
    flow,
  };
}

/** Every word is there, also with 0. */
export function tally(rows: FactRow[], fact: FactRow['fact'], words: readonly string[]) {
  const counts: Record<string, number> = Object.fromEntries(words.map((word) => [word, 0]));
  for (const row of rows) if (row.fact === fact) counts[row.word] = row.count;
  return counts;
}

export const sumOf = (counts: Record<string, number>) =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);

export const rateOf = (part: number, whole: number) => (whole === 0 ? 0 : part / whole);
