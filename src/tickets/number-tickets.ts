import type { Tx } from '../platform/db/index.ts';
import { allocateTicketNumbers, changeTicketCount } from '../workspaces/index.ts';

/**
 * Adds new tickets to the counts of their homes and returns the next numbers of their projects. It updates each home once,
 * and all callers in the same order, so that two bulk creations cannot deadlock.
 */
export async function numberTickets(
  tx: Tx,
  tickets: { homeId: string; projectId: string | null }[],
): Promise<(number | null)[]> {
  const counts = new Map<string, { count: number; isProject: boolean }>();
  for (const { homeId, projectId } of tickets) {
    const { count } = counts.get(homeId) ?? { count: 0 };
    counts.set(homeId, { count: count + 1, isProject: projectId !== null });
  }
  const next = new Map<string, number>();
  for (const [homeId, { count, isProject }] of [...counts].sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (isProject) next.set(homeId, await allocateTicketNumbers(tx, homeId, count));
    else await changeTicketCount(tx, { id: homeId, change: count });
  }
  return tickets.map(({ homeId }) => {
    const number = next.get(homeId);
    if (number === undefined) return null;
    next.set(homeId, number + 1);
    return number;
  });
}
