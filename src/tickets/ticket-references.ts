import type { Tx } from '../platform/db/index.ts';
import { type FieldMessages, forbidden, invalid } from '../platform/errors.ts';
import { isId } from '../platform/ids.ts';
import { canWriteInProject, findProject } from '../projects/index.ts';
import { type Actor, findUserById, isReadOnly, type Scope } from '../users/index.ts';
import { chooseWorkspace, noteTicketGuest } from '../workspaces/index.ts';
import { findUsableLabels } from './label-store.ts';
import { findProjectOfGroup, isMemberOfHome } from './reference-store.ts';
import { canReadTicket } from './ticket-access.ts';
import { findTicket, wouldCircle } from './ticket-store.ts';

/** Where a ticket lives. */
export interface TicketHome {
  homeId: string;
  projectId: string | null;
  projectName: string | null;
  projectKey: string | null;
  workspaceId: string;
}

/** The project named, if the actor may write there, else the workspace. */
export async function chooseHome(
  tx: Tx,
  actor: Actor,
  projectId: string | null | undefined,
  workspaceId: string | null | undefined,
): Promise<TicketHome> {
  if (!projectId) {
    if (isReadOnly(actor)) throw forbidden('ticket');
    const { id } = await chooseWorkspace(tx, actor, workspaceId);
    return { homeId: id, projectId: null, projectName: null, projectKey: null, workspaceId: id };
  }
  const project = await findProject(tx, projectId, actor.userId);
  if (!project || project.status === 'deleted') throw invalid({ projectId: ['Project does not exist'] });
  if (!canWriteInProject(actor, project)) throw forbidden('project');
  const { id, name, key } = project;
  return { homeId: id, projectId: id, projectName: name, projectKey: key, workspaceId: project.workspaceId };
}

export interface References {
  assigneeId?: string | null | undefined;
  groupId?: string | null | undefined;
  parentId?: string | null | undefined;
  labelIds?: string[] | undefined;
}

/** Everything a ticket points at must be there; all that is not is said at once. */
export async function assertReferences(
  tx: Tx,
  scope: Scope,
  ticketId: string,
  home: TicketHome,
  { assigneeId, groupId, parentId, labelIds }: References,
): Promise<void> {
  const details: FieldMessages = {};
  if (assigneeId && !(await findUserById(tx, assigneeId))?.active) {
    details.assigneeId = ['Assignee must be an existing, active user'];
  }
  if (groupId && (await findProjectOfGroup(tx, groupId)) !== (home.projectId ?? 'none')) {
    details.groupId = ['Group does not exist in this project'];
  }
  if (parentId) {
    const problem = await findParentProblem(tx, scope.actor, ticketId, parentId);
    if (problem) details.parentId = [problem];
  }
  if (labelIds?.length) {
    const usable = await findUsableLabels(tx, labelIds, home.workspaceId, ticketId);
    const unknown = labelIds.filter((id) => !usable.includes(id));
    if (unknown.length > 0)
      details.labelIds = [`Labels do not exist in this workspace: ${unknown.join(', ')}`];
  }
  if (Object.keys(details).length > 0) throw invalid(details);
}

/** The id of the ticket that a caller named by id or key. */
export async function resolveTicketId(tx: Tx, actor: Actor, ref: string | null | undefined) {
  if (!ref || isId(ref)) return ref;
  return (await findTicket(tx, ref, actor.userId))?.id ?? ref;
}

/** Lists find a guest's ticket by this. */
export async function noteAssignee(tx: Tx, homeId: string, assigneeId: string | null): Promise<void> {
  if (assigneeId && !(await isMemberOfHome(tx, homeId, assigneeId)))
    await noteTicketGuest(tx, homeId, assigneeId);
}

async function findParentProblem(tx: Tx, actor: Actor, ticketId: string, parentId: string) {
  const parent = await findTicket(tx, parentId, actor.userId);
  if (!parent || parent.deletedAt !== null || !canReadTicket(actor, parent)) return 'Parent does not exist';
  if (await wouldCircle(tx, ticketId, parent.id)) return 'Parent must not be the ticket itself or below it';
  return undefined;
}
