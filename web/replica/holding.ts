import type { TicketRow, ViewQuery } from './types.ts';
import { isOpen, isOpenStatus, valuesOf } from './views/match.ts';

/** The cached part of a project: every ticket or, with `closedSince`, open tickets and those closed since then. */
export interface Holding {
  closedSince: string | undefined;
}

/** True if the ticket belongs to the cached part of its project. */
export function isInScope(
  row: Pick<TicketRow, 'status' | 'completedAt' | 'updatedAt'>,
  { closedSince }: Holding,
): boolean {
  return closedSince === undefined || isOpen(row) || (row.completedAt ?? row.updatedAt) >= closedSince;
}

/** True if every ticket of the query is cached. */
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
