import { type Actor, canManageAccess, isReadOnly, type KeyHolder, keyAllowsProject } from '../users/index.ts';
import type { Project, ProjectAccessContext, ProjectRole, ProjectVisibility } from './project.ts';

type VisibleProject = ProjectAccessContext & { visibility: ProjectVisibility };
type Role = Pick<ProjectAccessContext, 'projectId' | 'role'>;

type Opening = Pick<Project, 'visibility' | 'workspaceId'>;

/** The actor, or a person without a credential, whom no API key limits. */
type RoleHolder = Pick<Actor, 'role'> & Partial<Pick<Actor, 'credential' | 'agent'>>;

/** A public project is open to every account; in a shared workspace, to the members of that workspace. */
export function canReadProject(actor: KeyHolder, project: VisibleProject): boolean {
  if (!keyAllowsProject(actor, project.projectId)) return false;
  if (project.role !== null) return true;
  if (project.visibility !== 'public') return false;
  return project.workspaceKind === 'personal' || project.workspaceRole !== null;
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

/** Members may read the repositories that are linked to their project through Docket. */
export function canUseRepositories(actor: KeyHolder, { role, projectId }: Role): boolean {
  return role !== null && keyAllowsProject(actor, projectId);
}

/** Anyone may link a repository that no project links; otherwise an admin of one of those projects may. */
export function canShareRepository(actor: Actor, linking: readonly Role[]): boolean {
  if (linking.length === 0 || actor.role === 'ADMIN') return true;
  return linking.some((project) => canEditProject(actor, project));
}

/**
 * Whether a repository that the actor links is approved at once: for administrators in a session. Their agents and
 * API keys act on text that others wrote.
 */
export function canApproveRepositories({ role, agent, credential }: Actor): boolean {
  return role === 'ADMIN' && agent === undefined && credential.kind === 'session';
}

/** Whether the actor may change a person's role; `from` null adds a member, `to` null removes one. */
export function canChangeRole(
  actor: RoleHolder,
  project: Role,
  from: ProjectRole | null,
  to: ProjectRole | null,
): boolean {
  if (!canManageAccess(actor)) return false;
  if (from === 'owner' || to === 'owner') return canDeleteProject(actor, project);
  return canEditProject(actor, project);
}

/** Invitations, access tokens, intake channels and the token of the code host give access, so agents do not manage them. */
export function canGrantAccess(actor: RoleHolder, project: Role): boolean {
  return canManageAccess(actor) && canEditProject(actor, project);
}

/**
 * Whether a change lets more people read the project. The workspace counts too: a public project is open to the members
 * of a shared workspace, and to every account in a personal one.
 */
export function opensProject(before: Opening, after: Opening): boolean {
  if (after.visibility !== 'public') return false;
  return before.visibility !== 'public' || before.workspaceId !== after.workspaceId;
}

/** An instance administrator may join any project by adding themselves; the event is recorded as for any member. */
export function canJoinUninvited(actor: Actor, { role, projectId }: Role, userId: string): boolean {
  if (!canManageAccess(actor)) return false;
  return (
    keyAllowsProject(actor, projectId) && actor.role === 'ADMIN' && role === null && userId === actor.userId
  );
}
