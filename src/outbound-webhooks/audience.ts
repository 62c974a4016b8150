import type { NewEvent } from '../events/index.ts';
import { canReadProject, type ProjectRole, type ProjectVisibility } from '../projects/index.ts';
import { canReadTicket } from '../tickets/index.ts';
import type { Actor, InstanceRole } from '../users/index.ts';
import type { WorkspaceKind, WorkspaceRole } from '../workspaces/index.ts';

/** The access of a webhook's owner to the project, workspace and ticket of an event. */
export interface OwnerAccess {
  userId: string;
  instanceRole: InstanceRole;
  role: ProjectRole | null;
  workspaceRole: WorkspaceRole | null;
  visibility: ProjectVisibility | null;
  projectStatus: string | null;
  workspaceKind: WorkspaceKind | null;
  reporterId: string | null;
  assigneeId: string | null;
  accessWorkspaceId: string | null;
  /** If the owner of the webhook is an agent: its owner, whether they are active, and their role there. */
  agentOwnerId: string | null;
  agentOwnerActive: number;
  agentOwnerRole: string | null;
}

type EventScope = Pick<NewEvent, 'type' | 'workspaceId' | 'projectId' | 'ticketId'>;

/**
 * Whether the owner may receive an event, by their current access. Of a deleted project only `project.deleted` is
 * sent; `isQueued` also allows deliveries that were queued before the deletion.
 */
export function canReceive(
  access: OwnerAccess,
  event: EventScope,
  { wholeInstance, isQueued = false }: { wholeInstance: boolean; isQueued?: boolean },
): boolean {
  if (access.agentOwnerActive === 0) return false;
  const isHidden = access.projectStatus === 'deleted' && event.type !== 'project.deleted' && !isQueued;
  if (event.projectId !== null && (access.visibility === null || isHidden)) return false;
  if (wholeInstance) return access.instanceRole === 'ADMIN';
  return canSee(access, event);
}

function canSee(access: OwnerAccess, { projectId, workspaceId, ticketId }: EventScope): boolean {
  const { role, workspaceRole } = access;
  // An event without project and workspace belongs to the instance: a task of a repository that no project links.
  if (projectId === null && workspaceId === null && ticketId === null) return access.instanceRole === 'ADMIN';
  const project = {
    projectId,
    workspaceId: access.accessWorkspaceId,
    visibility: access.visibility ?? 'private',
    role,
    workspaceRole,
    workspaceKind: access.workspaceKind ?? 'shared',
  };
  const actor = toActor(access);
  if (ticketId !== null) {
    const { reporterId, assigneeId } = access;
    return canReadTicket(actor, { ...project, reporterId: reporterId ?? '', assigneeId });
  }
  return projectId === null ? workspaceRole !== null : canReadProject(actor, project);
}

/** The predicates need an actor; only the id and the role of a webhook's owner matter. */
const toActor = ({ userId, instanceRole, agentOwnerId, agentOwnerRole }: OwnerAccess): Actor => ({
  userId,
  name: '',
  email: '',
  role: instanceRole,
  credential: { kind: 'session', id: '' },
  ...(agentOwnerId !== null && {
    agent: {
      ownerId: agentOwnerId,
      ownerRole: 'USER' as const,
      rolesOfOwner: { get: () => agentOwnerRole ?? undefined },
    },
  }),
});
