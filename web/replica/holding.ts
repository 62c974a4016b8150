import type { TicketRow, ViewQuery } from './types.ts';
import { isOpen, isOpenStatus, valuesOf } from './views/match.ts';

/** What is held of a project. Without `closedSince`: every ticket; with it the open ones and those closed since. */
export interface Holding {
  closedSince: string | undefined;
}

/** Whether the ticket is among those that are held of its project. */
export function isInScope(
  row: Pick<TicketRow, 'status' | 'completedAt' | 'updatedAt'>,
  { closedSince }: Holding,
): boolean {
  return closedSince === undefined || isOpen(row) || (row.completedAt ?? row.updatedAt) >= closedSince;
}

/** Whether every ticket of the query is held. */
export function holdsAll(query: ViewQuery, findHolding: (ref: string) => Holding | undefined): boolean {
  const projects = valuesOf(query.project);
  if (!projects || query.search || query.ready || query.filter) return false;
  const statuses = valuesOf(query.status);
  const hasClosed = !query.overdue && !statuses?.every(isOpenStatus);
  return projects.every((ref) => {
    const holding = findHolding(ref);
    return holding !== undefined && (holding.closedSince === undefined || !hasClosed);
  });
}
