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
