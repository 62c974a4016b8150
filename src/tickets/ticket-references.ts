import { assertValid, type FieldMessages } from '../platform/errors.ts';
import { isId } from '../platform/ids.ts';
import { canReadTicket, isNotDeleted } from './ticket-access.ts';
import type { TicketHome, TicketLookups } from './ticket-lookups.ts';

export interface References {
  assigneeId?: string | null | undefined;
  groupId?: string | null | undefined;
  parentId?: string | null | undefined;
  labelIds?: string[] | undefined;
}

/** The ticket that points at them: none yet while it is made. */
export interface Pointing {
  ticketId?: string;
  /** What it carries already it may keep, wherever it moves. */
  labelsBefore: string[];
}

/** Everything a ticket points at must be there; all that is not is said at once. */
export async function assertReferences(
  look: TicketLookups,
  home: TicketHome,
  pointing: Pointing,
  references: References,
): Promise<void> {
  assertValid(await findReferenceProblems(look, home, pointing, references));
}

/** The same for a ticket whose home is not known: what belongs to a home must only exist somewhere. */
export async function findReferenceProblems(
  look: TicketLookups,
  home: TicketHome | undefined,
  { ticketId, labelsBefore }: Pointing,
  { assigneeId, groupId, parentId, labelIds }: References,
): Promise<FieldMessages> {
  const details: FieldMessages = {};
  if (assigneeId && !(await look.isActiveUser(assigneeId))) {
    details.assigneeId = ['Assignee must be an existing, active user'];
  }
  if (groupId) {
    const projectId = await look.projectOfGroup(groupId);
    if (!projectId || (home && projectId !== home.projectId))
      details.groupId = ['Group does not exist in this project'];
  }
  if (parentId) {
    const problem = await findParentProblem(look, ticketId, parentId);
    if (problem) details.parentId = [problem];
  }
  if (labelIds?.length) {
    const workspaces = await look.workspacesOfLabels(labelIds);
    const isUsable = (id: string) =>
      workspaces.has(id) && (!home || workspaces.get(id) === home.workspaceId || labelsBefore.includes(id));
    const unknown = labelIds.filter((id) => !isUsable(id));
    if (unknown.length > 0)
      details.labelIds = [`Labels do not exist in this workspace: ${unknown.join(', ')}`];
  }
  return details;
}

/** The id of the ticket that a caller named by id or key. */
export async function resolveTicketId(look: TicketLookups, ref: string | null | undefined) {
  if (!ref || isId(ref)) return ref;
  return (await look.ticket(ref))?.id ?? ref;
}

async function findParentProblem(look: TicketLookups, ticketId: string | undefined, parentId: string) {
  const parent = await look.ticket(parentId);
  if (!parent || !isNotDeleted(parent) || !canReadTicket(look.actor, parent)) return 'Parent does not exist';
  // Nothing can be below a ticket that is being made.
  if (ticketId && (await look.wouldCreateCycle(ticketId, parent.id)))
    return 'Parent must not be the ticket itself or below it';
  return undefined;
}
