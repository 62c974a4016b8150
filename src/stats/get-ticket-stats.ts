import { findVisibleHomes, ticketPriorities, ticketStatuses, ticketTypes } from '../tickets/index.ts';
import type { Scope } from '../users/index.ts';
import { type Period, windowOf } from './period.ts';
import { countByFacts, type FactRow, measureFlow } from './ticket-stats-store.ts';

/** Over every ticket in scope that the actor may see. */
export async function getTicketStats(
  { db, actor, clock }: Scope,
  period: Period,
  projects: string[] | undefined,
  assignees: string[] | undefined,
) {
  const window = windowOf(period, clock.now());
  const homes = await findVisibleHomes(db.reads, actor, projects);
  const [rows, flow] = await Promise.all([
    countByFacts(db.heavyReads, { homes, assignees }),
    measureFlow(db.heavyReads, { homes, assignees }, window.start, window.end),
  ]);
  const total = sumOf(rows);
  const byStatus = tally(rows, 'status', ticketStatuses);
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

export const sumOf = (rows: FactRow[]) => rows.reduce((sum, row) => sum + row.count, 0);

/** Every word is there, also with 0, and together they are the total. */
export function tally(rows: FactRow[], fact: 'status' | 'priority' | 'type', words: readonly string[]) {
  const counts: Record<string, number> = Object.fromEntries(words.map((word) => [word, 0]));
  for (const row of rows) counts[row[fact]] = (counts[row[fact]] ?? 0) + row.count;
  return counts;
}

export const rateOf = (part: number, whole: number) => (whole === 0 ? 0 : part / whole);
