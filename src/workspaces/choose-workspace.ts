import type { Queries } from '../platform/db/index.ts';
import { forbiddenBecause, invalid } from '../platform/errors.ts';
import type { Actor } from '../users/index.ts';
import type { Workspace, WorkspaceRole } from './workspace.ts';
import { findDefaultWorkspace, findWorkspace } from './workspace-store.ts';

/** The workspace of a new item: the requested one, if the actor is a member, else the actor's personal workspace. */
export async function chooseWorkspace(
  queries: Queries,
  actor: Actor,
  workspaceId: string | null | undefined,
): Promise<Workspace & { role: WorkspaceRole | null }> {
  const workspace = workspaceId
    ? await findWorkspace(queries, { id: workspaceId, userId: actor.userId })
    : await findDefaultWorkspace(queries, { userId: actor.userId });
  if (!workspace) throw invalid({ workspaceId: ['Workspace does not exist'] });
  if (workspace.role === null) throw forbiddenBecause('You are not a member of this workspace');
  return workspace;
}
