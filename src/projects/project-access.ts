import { type Actor, isReadOnly, type KeyHolder, keyReaches } from '../users/index.ts';
import type { ProjectRole, ProjectVisibility, Standing } from './project.ts';

type Place = Standing & { visibility: ProjectVisibility };
type Role = Pick<Standing, 'projectId' | 'role'>;

/** Somebody who asks, or somebody else whom no key limits. */
type Doer = Pick<Actor, 'role'> & Partial<Pick<Actor, 'credential'>>;

/** A public project is open to everyone who is signed in; inside a shared workspace, to that workspace's members. */
export function canReadProject(actor: KeyHolder, place: Place): boolean {
  if (!keyReaches(actor, place.projectId)) return false;
  if (place.role !== null) return true;
  if (place.visibility !== 'public') return false;
  return place.workspaceKind === 'personal' || place.workspaceRole !== null;
}

export function canWriteInProject(actor: Actor, { role, projectId }: Role): boolean {
  return !isReadOnly(actor) && keyReaches(actor, projectId) && role !== null && role !== 'viewer';
}

export function canEditProject(actor: Doer, { role, projectId }: Role): boolean {
  return !isReadOnly(actor) && keyReaches(actor, projectId) && (role === 'admin' || role === 'owner');
}

export function canDeleteProject(actor: Doer, { role, projectId }: Role): boolean {
  return !isReadOnly(actor) && keyReaches(actor, projectId) && role === 'owner';
}

/** A repository that no project links is free; one that some link is shared by an admin of any of them. */
export function canShareRepository(actor: Actor, linking: readonly Role[]): boolean {
  if (linking.length === 0 || actor.role === 'ADMIN') return true;
  return linking.some((standing) => canEditProject(actor, standing));
}

/** Whether the actor may turn a person's role (null: none yet) into another (null: none any more). */
export function canChangeRole(
  actor: Doer,
  standing: Role,
  from: ProjectRole | null,
  to: ProjectRole | null,
): boolean {
  if (from === 'owner' || to === 'owner') return canDeleteProject(actor, standing);
  return canEditProject(actor, standing);
}

/** An administrator of the instance may join any project by adding themselves. It is recorded like any other joining. */
export function canJoinUninvited(actor: Actor, { role, projectId }: Role, userId: string): boolean {
  return keyReaches(actor, projectId) && actor.role === 'ADMIN' && role === null && userId === actor.userId;
}
