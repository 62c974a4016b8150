import {
  canReadProject,
  canWriteInProject,
  type ProjectRole,
  type ProjectStatus,
  type ProjectVisibility,
} from '../projects/index.ts';
import { type Actor, isReadOnly, type KeyHolder, keyReaches } from '../users/index.ts';
import type { WorkspaceKind, WorkspaceRole } from '../workspaces/index.ts';

/** What decides over a ticket: its people, and how the actor stands to its project or workspace. */
export interface TicketStanding {
  projectId: string | null;
  reporterId: string;
  assigneeId: string | null;
  visibility: ProjectVisibility | null;
  role: ProjectRole | null;
  workspaceRole: WorkspaceRole | null;
  workspaceKind: WorkspaceKind;
}

/** A ticket is gone with its project, too. */
export const isNotDeleted = (ticket: { deletedAt: number | null; projectStatus: ProjectStatus | null }) =>
  ticket.deletedAt === null && ticket.projectStatus !== 'deleted';

export function canReadTicket(actor: Pick<Actor, 'userId'> & KeyHolder, place: TicketStanding): boolean {
  if (!keyReaches(actor, place.projectId)) return false;
  if (isReporterOrAssignee(actor, place)) return true;
  const { visibility, workspaceRole } = place;
  if (place.projectId === null) return workspaceRole !== null;
  return canReadProject(actor, { ...place, visibility: visibility ?? 'private' });
}

export function canEditTicket(actor: Actor, place: TicketStanding): boolean {
  if (place.projectId === null)
    return !isReadOnly(actor) && keyReaches(actor, null) && place.workspaceRole !== null;
  return canWriteInProject(actor, place);
}

export function canComment(actor: Actor, place: TicketStanding): boolean {
  if (!keyReaches(actor, place.projectId)) return false;
  return canEditTicket(actor, place) || (!isReadOnly(actor) && isReporterOrAssignee(actor, place));
}

/** Members delete what they reported; admins and owners delete anything. */
export function canDeleteTicket(actor: Actor, place: TicketStanding): boolean {
  if (!canEditTicket(actor, place)) return false;
  return actor.userId === place.reporterId || isModerator(place);
}

export function canEditComment(actor: Actor, place: TicketStanding, authorId: string): boolean {
  return canComment(actor, place) && actor.userId === authorId;
}

export function canDeleteComment(actor: Actor, place: TicketStanding, authorId: string): boolean {
  return canEditComment(actor, place, authorId) || (canEditTicket(actor, place) && isModerator(place));
}

function isReporterOrAssignee(
  { userId }: Pick<Actor, 'userId'>,
  { reporterId, assigneeId }: TicketStanding,
): boolean {
  return userId === reporterId || userId === assigneeId;
}

function isModerator({ projectId, role, workspaceRole }: TicketStanding): boolean {
  const standing = projectId === null ? workspaceRole : role;
  return standing === 'admin' || standing === 'owner';
}
