import type { BootProject, BootWorkspace } from '../../../sdk/index.ts';
import { m } from '../../messages/index.ts';
import type { Boot, TicketRow } from '../../replica/index.ts';
import { mayNotChange } from '../fields/may-change.ts';

/** Members may delete what they reported, admins and owners anything. */
export function mayNotDelete(rows: readonly TicketRow[], known: Boot): string | undefined {
  const reason = mayNotChange(rows, known);
  if (reason !== undefined) return reason;
  const isRefused = rows.some(
    (row) => row.reporterId !== known.me.id && !isModerator(row, known.projects, known.workspaces),
  );
  return isRefused ? m.verbs.deleteReason : undefined;
}

function isModerator(
  { projectId, workspaceId }: TicketRow,
  projects: readonly BootProject[],
  workspaces: readonly BootWorkspace[],
): boolean {
  const role =
    projectId === null
      ? workspaces.find(({ id }) => id === workspaceId)?.role
      : projects.find(({ id }) => id === projectId)?.role;
  return role === 'admin' || role === 'owner';
}
