import {
  canReadProject,
  canWriteInProject,
  type ProjectRole,
  type ProjectStatus,
  type ProjectVisibility,
} from '../projects/index.ts';
import { type Actor, isReadOnly, type KeyHolder, keyAllowsProject, ownerAllows } from '../users/index.ts';
import type { WorkspaceKind, WorkspaceRole } from '../workspaces/index.ts';

/** What the permissions on a ticket depend on: its people, and the actor's roles in its project and workspace. */
export interface TicketAccessContext {
  projectId: string | null;
  workspaceId: string | null;
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

/** The person who asks for a ticket. Without a credential, all roles of the person count. */
export type TicketViewer = Pick<Actor, 'userId' | 'agent'> & KeyHolder;

export function canReadTicket(actor: TicketViewer, ticket: TicketAccessContext): boolean {
  if (!keyAllowsProject(actor, ticket.projectId)) return false;
  if (isReporterOrAssignee(actor, ticket) && ownerAllows(actor, accessHome(ticket), 'read')) return true;
  const { projectId, role, workspaceRole, workspaceKind } = ticket;
  if (projectId === null) return workspaceRole !== null;
  const visibility = ticket.visibility ?? 'private';
  return canReadProject(actor, { projectId, visibility, role, workspaceRole, workspaceKind });
}

export function canEditTicket(actor: Actor, ticket: TicketAccessContext): boolean {
  if (ticket.projectId === null)
    return !isReadOnly(actor) && keyAllowsProject(actor, null) && ticket.workspaceRole !== null;
  return canWriteInProject(actor, ticket);
}

export function canComment(actor: Actor, ticket: TicketAccessContext): boolean {
  if (!keyAllowsProject(actor, ticket.projectId)) return false;
  if (canEditTicket(actor, ticket)) return true;
  if (isReadOnly(actor) || !isReporterOrAssignee(actor, ticket)) return false;
  return ownerAllows(actor, accessHome(ticket), 'write');
}

/** Members delete tickets that they reported; admins and owners delete any. */
export function canDeleteTicket(actor: Actor, ticket: TicketAccessContext): boolean {
  if (!canEditTicket(actor, ticket)) return false;
  return actor.userId === ticket.reporterId || isModerator(ticket);
}

export function canEditComment(actor: Actor, ticket: TicketAccessContext, authorId: string): boolean {
  return canComment(actor, ticket) && actor.userId === authorId;
}

export function canDeleteComment(actor: Actor, ticket: TicketAccessContext, authorId: string): boolean {
  return canEditComment(actor, ticket, authorId) || (canEditTicket(actor, ticket) && isModerator(ticket));
}

const accessHome = ({ projectId, workspaceId }: TicketAccessContext) => projectId ?? workspaceId;

function isReporterOrAssignee(
  { userId }: Pick<Actor, 'userId'>,
  { reporterId, assigneeId }: TicketAccessContext,
): boolean {
  return userId === reporterId || userId === assigneeId;
}

function isModerator({ projectId, role, workspaceRole }: TicketAccessContext): boolean {
  const ownRole = projectId === null ? workspaceRole : role;
  return ownRole === 'admin' || ownRole === 'owner';
}
