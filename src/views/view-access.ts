import { canEditProject, canReadProject, canWriteInProject } from '../projects/index.ts';
import { type Actor, isReadOnly, keyAllowsProject } from '../users/index.ts';
import type { ViewForActor } from './view.ts';

export type ViewAccessContext = Pick<
  ViewForActor,
  'scope' | 'ownerId' | 'projectId' | 'visibility' | 'role' | 'workspaceRole' | 'workspaceKind'
>;

/**
 * Only its owner sees a personal view. Others are seen by everybody who sees all tickets of their project or
 * workspace.
 */
export function canReadView(actor: Actor, view: ViewAccessContext): boolean {
  if (!keyAllowsProject(actor, view.projectId)) return false;
  if (view.scope === 'personal') return actor.userId === view.ownerId;
  if (view.scope === 'workspace') return view.workspaceRole !== null;
  const { visibility, workspaceKind } = view;
  return canReadProject(actor, {
    ...view,
    visibility: visibility ?? 'private',
    workspaceKind: workspaceKind ?? 'shared',
  });
}

/**
 * Everybody who may write in the project or workspace may change its views. A read-only account may still change its
 * personal ones.
 */
export function canChangeView(actor: Actor, view: ViewAccessContext): boolean {
  if (!canReadView(actor, view)) return false;
  if (view.scope === 'personal') return true;
  return view.scope === 'workspace' ? !isReadOnly(actor) : canWriteInProject(actor, view);
}

export function canDeleteView(actor: Actor, view: ViewAccessContext): boolean {
  if (!canChangeView(actor, view)) return false;
  if (actor.userId === view.ownerId) return true;
  return view.scope === 'workspace'
    ? view.workspaceRole === 'owner' || view.workspaceRole === 'admin'
    : canEditProject(actor, view);
}
