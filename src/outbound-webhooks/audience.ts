import type { NewEvent } from '../events/index.ts';
import { canReadProject, type ProjectRole, type ProjectVisibility } from '../projects/index.ts';
import { canReadTicket } from '../tickets/index.ts';
import type { Actor, InstanceRole } from '../users/index.ts';
import type { WorkspaceKind, WorkspaceRole } from '../workspaces/index.ts';

/** How the owner of a webhook stands to what an event is about. */
export interface Standing {
  userId: string;
  instanceRole: InstanceRole;
  role: ProjectRole | null;
  workspaceRole: WorkspaceRole | null;
  visibility: ProjectVisibility | null;
  projectStatus: string | null;
  workspaceKind: WorkspaceKind | null;
  reporterId: string | null;
  assigneeId: string | null;
}

type Placed = Pick<NewEvent, 'type' | 'workspaceId' | 'projectId' | 'ticketId'>;

/**
 * Whether an event reaches the owner, as things are in this transaction. Of a deleted project only the deletion itself
 * is told, unless it was told before: what happened earlier and still waits to be sent is not lost with the project.
 */
export function mayReceive(
  standing: Standing,
  event: Placed,
  { wholeInstance, isLate = false }: { wholeInstance: boolean; isLate?: boolean },
): boolean {
  const isGone = standing.projectStatus === 'deleted' && event.type !== 'project.deleted' && !isLate;
  if (event.projectId !== null && (standing.visibility === null || isGone)) return false;
  if (wholeInstance) return standing.instanceRole === 'ADMIN';
  return maySee(standing, event);
}

function maySee(standing: Standing, { projectId, workspaceId, ticketId }: Placed): boolean {
  const { role, workspaceRole } = standing;
  // What belongs nowhere is the instance's: tasks of repositories that no project links.
  if (projectId === null && workspaceId === null && ticketId === null)
    return standing.instanceRole === 'ADMIN';
  const place = {
    projectId,
    visibility: standing.visibility ?? 'private',
    role,
    workspaceRole,
    workspaceKind: standing.workspaceKind ?? 'shared',
  };
  const actor = actorOf(standing);
  if (ticketId !== null) {
    const { reporterId, assigneeId } = standing;
    return canReadTicket(actor, { ...place, reporterId: reporterId ?? '', assigneeId });
  }
  return projectId === null ? workspaceRole !== null : canReadProject(actor, place);
}

/** Nobody asks: the event comes by itself, to somebody of whom only this is known. */
const actorOf = ({ userId, instanceRole }: Standing): Actor => ({
  userId,
  name: '',
  email: '',
  role: instanceRole,
  credential: { kind: 'session', id: '' },
});
