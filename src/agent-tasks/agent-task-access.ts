import { canEditProject, canReadProject, canWriteInProject } from '../projects/index.ts';
import { canComment, canEditTicket, canReadTicket, type TicketAccessContext } from '../tickets/index.ts';
import {
  type Actor,
  canManageAccess,
  canManageInstance,
  isReadOnly,
  keyAllowsProject,
  ownerAllows,
} from '../users/index.ts';

/** What the predicates below need: whom a task is for, and the actor’s role in its project, workspace or ticket. */
export interface TaskAccessContext extends Omit<TicketAccessContext, 'reporterId'> {
  agentId: string | null;
  ticketId: string | null;
  createdBy: string | null;
  reporterId: string | null;
}

/**
 * Whether the actor may read the project or the ticket of the task. A task without either belongs to the instance and
 * is read only by its administrators.
 */
export function canReadTask(actor: Actor, task: TaskAccessContext): boolean {
  if (!keyAllowsProject(actor, task.projectId)) return false;
  if (isForActor(actor, task, 'read')) return true;
  if (task.ticketId !== null && canReadTicket(actor, ticketAccess(task))) return true;
  if (task.projectId !== null)
    return canReadProject(actor, { ...task, visibility: task.visibility ?? 'private' });
  return task.ticketId === null && canManageInstance(actor);
}

/** Whether the task is for this agent; without an agent, whether the actor may write in its project. */
export function canWorkOnTask(actor: Actor, task: TaskAccessContext): boolean {
  if (isReadOnly(actor) || !keyAllowsProject(actor, task.projectId)) return false;
  if (task.agentId !== null) return isForActor(actor, task, 'write');
  return canManageTask(actor, task);
}

/**
 * Who may cancel the task: its creator while they may read it, and everybody who may write in its project or edit its
 * ticket.
 */
export function canManageTask(actor: Actor, task: TaskAccessContext): boolean {
  if (isReadOnly(actor) || !keyAllowsProject(actor, task.projectId)) return false;
  if (task.createdBy === actor.userId && !actor.agent && canReadTask(actor, task)) return true;
  if (task.projectId !== null) return canWriteInProject(actor, task);
  if (task.ticketId !== null) return canEditTicket(actor, ticketAccess(task));
  return canManageInstance(actor);
}

/** People who may comment on the ticket. Agents may not answer: a question is for a person. */
export function canAnswer(actor: Actor, task: TaskAccessContext): boolean {
  if (actor.agent) return false;
  if (canManageTask(actor, task)) return true;
  return task.ticketId !== null && canComment(actor, ticketAccess(task));
}

/** Admins of the project may offer more tasks per hour than the cap allows. An agent does not lift what holds agents. */
export function canUnholdTask(actor: Actor, task: TaskAccessContext): boolean {
  if (!canManageAccess(actor)) return false;
  if (task.projectId !== null) return canEditProject(actor, task);
  return canManageTask(actor, task) && canManageInstance(actor);
}

/** Admins of the project, unless they are agents: an agent does not decide about its own limits and budget. */
export const canSetAgentLimits = (actor: Actor, project: Parameters<typeof canEditProject>[1]): boolean =>
  canManageAccess(actor) && canEditProject(actor, project);

/**
 * Whether only the role of administrator shows the task to the actor: it belongs to the instance, and the actor
 * neither created it nor works on it.
 */
export const isSeenAsAdmin = (
  actor: Actor,
  task: Pick<TaskAccessContext, 'projectId' | 'ticketId' | 'agentId' | 'createdBy'>,
) => task.projectId === null && task.ticketId === null && !isOwn(actor, task);

const isOwn = ({ userId }: Actor, { agentId, createdBy }: Pick<TaskAccessContext, 'agentId' | 'createdBy'>) =>
  userId === agentId || userId === createdBy;

/** An agent works on its tasks while its owner may work there. */
function isForActor(actor: Actor, task: TaskAccessContext, access: 'read' | 'write'): boolean {
  if (actor.userId !== task.agentId) return false;
  if (task.projectId === null && task.ticketId === null) return canManageInstance(actor);
  return ownerAllows(actor, task.projectId ?? task.workspaceId, access);
}

const ticketAccess = (task: TaskAccessContext): TicketAccessContext => ({
  ...task,
  reporterId: task.reporterId ?? '',
});
