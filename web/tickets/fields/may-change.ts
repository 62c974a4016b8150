import type { BootProject, BootWorkspace, Me } from '../../../sdk/index.ts';
import { m } from '../../messages/index.ts';
import type { TicketRow } from '../../replica/index.ts';

interface Known {
  me: Me;
  projects: readonly BootProject[];
  workspaces: readonly BootWorkspace[];
}

/** Why these tickets cannot be changed; undefined if they can. The server decides; this only disables useless controls. */
export function mayNotChange(
  rows: readonly TicketRow[],
  { me, projects, workspaces }: Known,
): string | undefined {
  if (me.role === 'VIEWER') return m.fields.readOnlyAccount;
  for (const { projectId, workspaceId } of rows) {
    if (projectId === null) {
      if (!workspaces.some(({ id }) => id === workspaceId)) return m.fields.readOnlyWorkspace;
    } else if (!projects.find(({ id }) => id === projectId)?.may.createTicket)
      return m.fields.readOnlyProject;
  }
  return undefined;
}

/** Members may delete what they reported, admins and owners anything. */
export function mayNotDelete(rows: readonly TicketRow[], known: Known): string | undefined {
  const reason = mayNotChange(rows, known);
  if (reason !== undefined) return reason;
  const isRefused = rows.some(
    (row) => row.reporterId !== known.me.id && !isModerator(row, known.projects, known.workspaces),
  );
  return isRefused ? m.fields.menu.deleteReason : undefined;
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
