import {
  canReadProject,
  canWriteInProject,
  type ProjectRole,
  type ProjectStatus,
  type ProjectVisibility,
} from '../projects/index.ts';
import { type Actor, isReadOnly, type KeyHolder, keyAllowsProject } from '../users/index.ts';
import type { WorkspaceKind, WorkspaceRole } from '../workspaces/index.ts';

/** What the permissions on a ticket depend on: its people, and the actor's roles in its project and workspace. */
export interface TicketStanding {
  projectId: string | null;
  reporterId: string;
  assigneeId: string | null;
  visibility: ProjectVisibility | null;
  role: ProjectRole | null;
  workspaceRole: WorkspaceRole | null;
  workspaceKind: WorkspaceKind;
}

/** A ticket of a deleted project counts as deleted. */
export const isNotDeleted = (ticket: { deletedAt: number | null; projectStatus: ProjectStatus | null }) =>
  ticket.deletedAt === null && ticket.projectStatus !== 'deleted';

export function canReadTicket(actor: Pick<Actor, 'userId'> & KeyHolder, standing: TicketStanding): boolean {
  if (!keyAllowsProject(actor, standing.projectId)) return false;
  if (isReporterOrAssignee(actor, standing)) return true;
  const { visibility, workspaceRole } = standing;
  if (standing.projectId === null) return workspaceRole !== null;
  return canReadProject(actor, { ...standing, visibility: visibility ?? 'private' });
}

export function canEditTicket(actor: Actor, standing: TicketStanding): boolean {
  if (standing.projectId === null)
    return !isReadOnly(actor) && keyAllowsProject(actor, null) && standing.workspaceRole !== null;
  return canWriteInProject(actor, standing);
}

export function canComment(actor: Actor, standing: TicketStanding): boolean {
  if (!keyAllowsProject(actor, standing.projectId)) return false;
  return canEditTicket(actor, standing) || (!isReadOnly(actor) && isReporterOrAssignee(actor, standing));
}

/** Members delete tickets that they reported; admins and owners delete any. */
export function canDeleteTicket(actor: Actor, standing: TicketStanding): boolean {
  if (!canEditTicket(actor, standing)) return false;
  return actor.userId === standing.reporterId || isModerator(standing);
}

export function canEditComment(actor: Actor, standing: TicketStanding, authorId: string): boolean {
  return canComment(actor, standing) && actor.userId === authorId;
}

export function canDeleteComment(actor: Actor, standing: TicketStanding, authorId: string): boolean {
  return (
    canEditComment(actor, standing, authorId) || (canEditTicket(actor, standing) && isModerator(standing))
  );
}

function isReporterOrAssignee(
  { userId }: Pick<Actor, 'userId'>,
  { reporterId, assigneeId }: TicketStanding,
): boolean {
  return userId === reporterId || userId === assigneeId;
}

function isModerator({ projectId, role, workspaceRole }: TicketStanding): boolean {
  const ownRole = projectId === null ? workspaceRole : role;
  return ownRole === 'admin' || ownRole === 'owner';
}
