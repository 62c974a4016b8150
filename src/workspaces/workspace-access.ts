import { type Actor, isReadOnly } from '../users/index.ts';
import type { WorkspaceRole } from './workspace.ts';

/** How an actor stands to a workspace: a role in it, or in a project of it. */
export interface WorkspaceStanding {
  role: WorkspaceRole | null;
  /** 1 where the actor has any role in a project of the workspace. */
  worksThere: number;
  /** 1 where the actor is admin or owner of a project of the workspace. */
  leadsThere: number;
}

export function canReadWorkspace(_actor: Actor, { role, worksThere }: WorkspaceStanding): boolean {
  return role !== null || worksThere === 1;
}

export function canEditWorkspace(actor: Actor, { role }: Pick<WorkspaceStanding, 'role'>): boolean {
  return !isReadOnly(actor) && (role === 'owner' || role === 'admin');
}

export function canDeleteWorkspace(actor: Actor, { role }: Pick<WorkspaceStanding, 'role'>): boolean {
  return !isReadOnly(actor) && role === 'owner';
}

/** Labels are shared by the projects of a workspace, so whoever leads one of them may keep the list. */
export function canEditLabels(actor: Actor, standing: WorkspaceStanding): boolean {
  return canEditWorkspace(actor, standing) || (!isReadOnly(actor) && standing.leadsThere === 1);
}

/** Whether the actor may turn a person's role (null: none yet) into another (null: none any more). */
export function canChangeWorkspaceRole(
  actor: Actor,
  standing: Pick<WorkspaceStanding, 'role'>,
  from: WorkspaceRole | null,
  to: WorkspaceRole | null,
): boolean {
  return from === 'owner' || to === 'owner'
    ? canDeleteWorkspace(actor, standing)
    : canEditWorkspace(actor, standing);
}
