import type { Queries } from '../platform/db/index.ts';
import {
  type Actor,
  isReadOnly,
  type PermissionRules,
  type Permissions,
  permissionFields,
  permissionsBy,
} from '../users/index.ts';
import { canEditLabels } from '../workspaces/index.ts';
import { listAdministeredWorkspaces } from './member-store.ts';
import type { ProjectForActor } from './project.ts';
import {
  canDeleteProject,
  canEditProject,
  canGrantAccess,
  canReadProject,
  canUseRepositories,
  canWriteInProject,
} from './project-access.ts';

/** The project, and whether the actor administers any project of its workspace, whose labels they share. */
interface ProjectWithLabels {
  project: ProjectForActor;
  administersWorkspaceProject: boolean;
}

type Predicate = (actor: Actor, project: ProjectForActor) => boolean;
const rule = (can: Predicate, people: string, action: string) => ({
  can: (actor: Actor, { project }: ProjectWithLabels) => can(actor, project),
  reason: `Only ${people} of the project can ${action}.`,
});
const forWriters = (action: string) => rule(canWriteInProject, 'members, admins and owners', action);
const forAdmins = (action: string) => rule(canEditProject, 'admins and owners', action);
const forOwners = (action: string) => rule(canDeleteProject, 'owners', action);
const forPeople = (action: string) => rule(canGrantAccess, 'admins and owners who are people', action);

/** What clients offer in a project. A new use case gets a row here if clients show a button for it. */
const projectRules = {
  createTicket: forWriters('create tickets'),
  createTask: { ...forWriters('create agent tasks'), keyScopes: ['write', 'agent'] },
  shareViews: forWriters('share views'),
  edit: forAdmins('change it'),
  archive: forAdmins('archive it'),
  delete: forOwners('delete it'),
  manageMembers: forPeople('add and remove members'),
  grantOwner: rule(
    (actor, project) => canGrantAccess(actor, project) && canDeleteProject(actor, project),
    'owners',
    'make others owners',
  ),
  invite: { ...forPeople('invite others'), refusesProjectKeys: true },
  manageGroups: forAdmins('change groups'),
  manageLabels: {
    can: (actor, { project, administersWorkspaceProject }) =>
      canEditLabels(actor, {
        role: project.workspaceRole,
        hasProjectRole: project.role === null ? 0 : 1,
        isProjectAdmin: administersWorkspaceProject ? 1 : 0,
      }),
    reason: 'Only admins and owners of the workspace, or of one of its projects, can change labels.',
    refusesProjectKeys: true,
  },
  manageTriggers: { ...forAdmins('change triggers'), refusesProjectKeys: true },
  manageAccessTokens: { ...forPeople('manage access tokens'), refusesProjectKeys: true },
  manageCodeHost: { ...forPeople('change the code host'), refusesProjectKeys: true },
  createWebhook: {
    can: (actor, { project }) => !isReadOnly(actor) && canReadProject(actor, project),
    reason: 'Only those who may read the project can subscribe to its events.',
    keyScopes: ['webhooks'],
    refusesProjectKeys: true,
  },
  generateDocs: {
    ...rule(canUseRepositories, 'members', 'generate documentation of its repositories'),
    refusesProjectKeys: true,
  },
  publishDocs: { ...forWriters('open pull requests with documentation'), refusesProjectKeys: true },
} as const satisfies PermissionRules<string, ProjectWithLabels>;

export type ProjectPermissions = Permissions<keyof typeof projectRules>;

export const projectPermissionFields = permissionFields(projectRules, 'ProjectPermissions');

const permissionsIn = permissionsBy<keyof typeof projectRules, ProjectWithLabels>(projectRules);

/** What the actor may do in each of the projects, in their order. */
export async function listProjectPermissions(
  queries: Queries,
  actor: Actor,
  projects: readonly ProjectForActor[],
): Promise<ProjectPermissions[]> {
  const administered = await listAdministeredWorkspaces(queries, actor.userId);
  return projects.map((project) =>
    permissionsIn(actor, {
      project,
      administersWorkspaceProject: administered.has(project.workspaceId),
    }),
  );
}
