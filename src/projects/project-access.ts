import { type Actor, isReadOnly, type KeyHolder, keyAllowsProject } from '../users/index.ts';
import type { ProjectRole, ProjectVisibility, Standing } from './project.ts';

type VisibleStanding = Standing & { visibility: ProjectVisibility };
type Role = Pick<Standing, 'projectId' | 'role'>;

/** The actor, or a person without a credential, whom no API key limits. */
type RoleHolder = Pick<Actor, 'role'> & Partial<Pick<Actor, 'credential'>>;

/** A public project is open to every account; in a shared workspace, to the members of that workspace. */
export function canReadProject(actor: KeyHolder, standing: VisibleStanding): boolean {
  if (!keyAllowsProject(actor, standing.projectId)) return false;
  if (standing.role !== null) return true;
  if (standing.visibility !== 'public') return false;
  return standing.workspaceKind === 'personal' || standing.workspaceRole !== null;
}

export function canWriteInProject(actor: Actor, { role, projectId }: Role): boolean {
  return !isReadOnly(actor) && keyAllowsProject(actor, projectId) && role !== null && role !== 'viewer';
}

export function canEditProject(actor: RoleHolder, { role, projectId }: Role): boolean {
  return !isReadOnly(actor) && keyAllowsProject(actor, projectId) && (role === 'admin' || role === 'owner');
}

export function canDeleteProject(actor: RoleHolder, { role, projectId }: Role): boolean {
  return !isReadOnly(actor) && keyAllowsProject(actor, projectId) && role === 'owner';
}

/** Anyone may link a repository that no project links; otherwise an admin of one of those projects may. */
export function canShareRepository(actor: Actor, linking: readonly Role[]): boolean {
  if (linking.length === 0 || actor.role === 'ADMIN') return true;
  return linking.some((standing) => canEditProject(actor, standing));
}

/** Whether the actor may change a person's role; `from` null adds a member, `to` null removes one. */
export function canChangeRole(
  actor: RoleHolder,
  standing: Role,
  from: ProjectRole | null,
  to: ProjectRole | null,
): boolean {
  if (from === 'owner' || to === 'owner') return canDeleteProject(actor, standing);
  return canEditProject(actor, standing);
}

/** An instance administrator may join any project by adding themselves; the event is recorded as for any member. */
export function canJoinUninvited(actor: Actor, { role, projectId }: Role, userId: string): boolean {
  return (
    keyAllowsProject(actor, projectId) && actor.role === 'ADMIN' && role === null && userId === actor.userId
  );
}
