import type { EventRow } from '../events/index.ts';
import type { Queries } from '../platform/db/index.ts';
import { canReadProject, type ProjectRole } from '../projects/index.ts';
import { canReadTicket } from '../tickets/index.ts';
import { type Actor, keyReaches, servesInstance } from '../users/index.ts';
import type { WorkspaceRole } from '../workspaces/index.ts';
import {
  listProjectPlaces,
  listProjectRoles,
  listTicketPeople,
  listWorkspaceRoles,
  type RoleRow,
} from './live-store.ts';

type MaySee = (actor: Actor, event: EventRow) => boolean;

/**
 * Who may see these events as things are now. Nothing is remembered between two calls, so that whatever takes a
 * permission away, recorded or not, holds from the next event on.
 */
export async function findAudience(queries: Queries, events: EventRow[]): Promise<MaySee> {
  const projectIds = idsOf(events, 'projectId');
  const [projects, people, projectRoles] = await Promise.all([
    listProjectPlaces(queries, projectIds),
    listTicketPeople(queries, idsOf(events, 'ticketId')),
    listProjectRoles(queries, projectIds),
  ]);
  const workspaceIds = [...idsOf(events, 'workspaceId'), ...projects.map((project) => project.workspaceId)];
  const workspaceRoles = await listWorkspaceRoles(queries, [...new Set(workspaceIds)]);

  const projectOf = new Map(projects.map((project) => [project.id, project]));
  const peopleOf = new Map(people.map((row) => [row.id, row]));
  const roleIn = roleFinder<ProjectRole>(projectRoles);
  const workspaceRoleIn = roleFinder<WorkspaceRole>(workspaceRoles);

  return (actor, event) => {
    const { projectId, workspaceId, ticketId } = event;
    if (!keyReaches(actor, projectId)) return false;
    const project = projectId === null ? undefined : projectOf.get(projectId);
    // Its members must hear of the deletion itself; what else happened in it is as unreachable as its tickets.
    if (projectId !== null && (!project || (project.isDeleted && event.type !== 'project.deleted')))
      return false;
    const place = {
      projectId,
      visibility: project?.visibility ?? 'private',
      role: roleIn(projectId, actor.userId),
      workspaceRole: workspaceRoleIn(project?.workspaceId ?? workspaceId, actor.userId),
      workspaceKind: project?.workspaceKind ?? 'shared',
    };
    if (ticketId !== null) {
      const { reporterId = '', assigneeId = null } = peopleOf.get(ticketId) ?? {};
      return canReadTicket(actor, { ...place, reporterId, assigneeId });
    }
    if (event.type === 'notification.created') return isForThem(actor, event);
    // What belongs nowhere is the instance's: tasks of repositories that no project links.
    if (projectId === null && workspaceId === null) return servesInstance(actor);
    if (projectId === null) return place.workspaceRole !== null;
    return canReadProject(actor, place) || isOwnRemoval(actor, event);
  };
}

function idsOf(events: EventRow[], field: 'projectId' | 'ticketId' | 'workspaceId'): string[] {
  return [...new Set(events.map((event) => event[field]).filter((id) => id !== null))];
}

function roleFinder<R>(rows: RoleRow<R>[]) {
  const roles = new Map<string, Map<string, R>>();
  for (const { placeId, userId, role } of rows) {
    const ofPlace = roles.get(placeId) ?? new Map<string, R>();
    roles.set(placeId, ofPlace.set(userId, role));
  }
  return (placeId: string | null, userId: string): R | null =>
    (placeId !== null && roles.get(placeId)?.get(userId)) || null;
}

/** What somebody is told is their own business, whoever runs the instance. */
function isForThem({ userId }: Actor, { data }: EventRow): boolean {
  if (!data.includes(userId)) return false;
  return (JSON.parse(data) as { recipient?: { id: string } }).recipient?.id === userId;
}

/** Who was removed must hear of that, or their screen would show for ever what is gone. */
function isOwnRemoval({ userId }: Actor, { type, data }: EventRow): boolean {
  if (type !== 'member.removed' || !data.includes(userId)) return false;
  return (JSON.parse(data) as { member: { id: string } }).member.id === userId;
}
