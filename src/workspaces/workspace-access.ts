import { type Actor, canManageAccess, isReadOnly } from '../users/index.ts';
import type { WorkspaceRole } from './workspace.ts';

/** The actor's role in a workspace, and in the projects of it. */
export interface WorkspaceAccessContext {
  role: WorkspaceRole | null;
  /** 1 if the actor has any role in a project of the workspace. */
  hasProjectRole: number;
  /** 1 if the actor is admin or owner of a project of the workspace. */
  isProjectAdmin: number;
}

export function canReadWorkspace(_actor: Actor, { role, hasProjectRole }: WorkspaceAccessContext): boolean {
  return role !== null || hasProjectRole === 1;
}

export function canEditWorkspace(actor: Actor, { role }: Pick<WorkspaceAccessContext, 'role'>): boolean {
  return !isReadOnly(actor) && (role === 'owner' || role === 'admin');
}

export function canDeleteWorkspace(actor: Actor, { role }: Pick<WorkspaceAccessContext, 'role'>): boolean {
  return !isReadOnly(actor) && role === 'owner';
}

/** The projects of a workspace share its labels, so an admin of any of them may edit the labels. */
export function canEditLabels(actor: Actor, workspace: WorkspaceAccessContext): boolean {
  return canEditWorkspace(actor, workspace) || (!isReadOnly(actor) && workspace.isProjectAdmin === 1);
}

/** Whether the actor may change a person's role; `from` null adds a member, `to` null removes one. */
export function canChangeWorkspaceRole(
  actor: Actor,
  workspace: Pick<WorkspaceAccessContext, 'role'>,
  from: WorkspaceRole | null,
  to: WorkspaceRole | null,
): boolean {
  if (!canManageAccess(actor)) return false;
  return from === 'owner' || to === 'owner'
    ? canDeleteWorkspace(actor, workspace)
    : canEditWorkspace(actor, workspace);
}
