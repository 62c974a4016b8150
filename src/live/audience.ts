import type { EventRow } from '../events/index.ts';
import type { Queries } from '../platform/db/index.ts';
import { canReadProject, type ProjectRole } from '../projects/index.ts';
import { canReadTicket } from '../tickets/index.ts';
import { type Actor, canManageInstance, keyAllowsProject } from '../users/index.ts';
import type { WorkspaceRole } from '../workspaces/index.ts';
import type { RoleRow } from './live-store.ts';
import * as store from './live-store.ts';

export type CanSeeEvent = (actor: Actor, event: EventRow) => boolean;

/**
 * Reads the current roles and people of the events' projects, workspaces and tickets, and returns a predicate over them.
 * Nothing is cached between calls, so a withdrawn permission takes effect with the next page of events.
 */
export async function loadAudience(queries: Queries, events: EventRow[]): Promise<CanSeeEvent> {
  const projectIds = idsOf(events, 'projectId');
  const [projects, people, projectRoles] = await Promise.all([
    store.listProjectAccess(queries, projectIds),
    store.listTicketPeople(queries, idsOf(events, 'ticketId')),
    store.listProjectRoles(queries, projectIds),
  ]);
  const workspaceIds = [...idsOf(events, 'workspaceId'), ...projects.map((project) => project.workspaceId)];
  const workspaceRoles = await store.listWorkspaceRoles(queries, [...new Set(workspaceIds)]);

  const projectOf = new Map(projects.map((project) => [project.id, project]));
  const peopleOf = new Map(people.map((row) => [row.id, row]));
  const roleIn = newRoleLookup<ProjectRole>(projectRoles);
  const workspaceRoleIn = newRoleLookup<WorkspaceRole>(workspaceRoles);

  return (actor, event) => {
    const { projectId, workspaceId, ticketId } = event;
    if (!keyAllowsProject(actor, projectId)) return false;
    const project = projectId === null ? undefined : projectOf.get(projectId);
    // Of a deleted project only `project.deleted` is sent, to its members; its other events are as hidden as its tickets.
    if (projectId !== null && (!project || (project.isDeleted && event.type !== 'project.deleted')))
      return false;
    const access = {
      projectId,
      visibility: project?.visibility ?? 'private',
      role: roleIn(projectId, actor.userId),
      workspaceRole: workspaceRoleIn(project?.workspaceId ?? workspaceId, actor.userId),
      workspaceKind: project?.workspaceKind ?? 'shared',
    };
    if (ticketId !== null) {
      const { reporterId = '', assigneeId = null } = peopleOf.get(ticketId) ?? {};
      return canReadTicket(actor, { ...access, reporterId, assigneeId });
    }
    if (isPersonal(event)) return isRecipient(actor, event);
    // An event without project and workspace belongs to the instance: a task of a repository that no project links.
    if (projectId === null && workspaceId === null) return canManageInstance(actor);
    if (projectId === null) return access.workspaceRole !== null;
    return canReadProject(actor, access) || isOwnRemoval(actor, event);
  };
}

function idsOf(events: EventRow[], field: 'projectId' | 'ticketId' | 'workspaceId'): string[] {
  return [...new Set(events.map((event) => event[field]).filter((id) => id !== null))];
}

function newRoleLookup<R>(rows: RoleRow<R>[]) {
  const roles = new Map<string, Map<string, R>>();
  for (const { scopeId, userId, role } of rows) {
    const rolesInScope = roles.get(scopeId) ?? new Map<string, R>();
    roles.set(scopeId, rolesInScope.set(userId, role));
  }
  return (scopeId: string | null, userId: string): R | null =>
    (scopeId !== null && roles.get(scopeId)?.get(userId)) || null;
}

/** A notification, or a change of a personal view, which belongs to no project and no workspace. */
const isPersonal = ({ type, projectId, workspaceId }: EventRow) =>
  type === 'notification.created' || (type.startsWith('view.') && projectId === null && workspaceId === null);

/** A personal event goes to its recipient alone, not to administrators either. */
function isRecipient({ userId }: Actor, { data }: EventRow): boolean {
  if (!data.includes(userId)) return false;
  return (JSON.parse(data) as { recipient?: { id: string } }).recipient?.id === userId;
}

/** A removed member receives their own `member.removed`, so that their client stops showing the project. */
function isOwnRemoval({ userId }: Actor, { type, data }: EventRow): boolean {
  if (type !== 'member.removed' || !data.includes(userId)) return false;
  return (JSON.parse(data) as { member: { id: string } }).member.id === userId;
}
