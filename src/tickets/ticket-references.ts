import { quoteNames } from '../platform/error-texts.ts';
import type { FieldMessages } from '../platform/errors.ts';
import { isId } from '../platform/ids.ts';
import type { GroupFacts } from './reference-store.ts';
import { canReadTicket, isNotDeleted } from './ticket-access.ts';
import type { TicketHome, TicketLookups } from './ticket-lookups.ts';

export interface References {
  assigneeId?: string | null | undefined;
  groupId?: string | null | undefined;
  milestoneId?: string | null | undefined;
  parentId?: string | null | undefined;
  labelIds?: string[] | undefined;
}

/** The ticket with the references. A new ticket has no id yet. */
export interface ReferencingTicket {
  ticketId?: string;
  /** The labels that it may keep even if it moves to another workspace. */
  labelsBefore: string[];
}

/**
 * Finds the problem of each reference. Without a home, groups and labels only have to exist in any project or
 * workspace.
 */
export async function findReferenceProblems(
  lookups: TicketLookups,
  home: TicketHome | undefined,
  { ticketId, labelsBefore }: ReferencingTicket,
  { assigneeId, groupId, milestoneId, parentId, labelIds }: References,
): Promise<FieldMessages> {
  const details: FieldMessages = {};
  if (assigneeId && !(await lookups.isActiveUser(assigneeId))) {
    details.assigneeId = ['Assignee must be an existing, active user'];
  }
  const isInHome = (group: GroupFacts | undefined) =>
    group !== undefined && (!home || group.projectId === home.projectId);
  if (groupId && !isInHome(await lookups.group(groupId)))
    details.groupId = ['Group does not exist in this project'];
  if (milestoneId) {
    const group = await lookups.group(milestoneId);
    if (!isInHome(group)) details.milestoneId = ['Milestone does not exist in this project'];
    else if (group?.kind !== 'milestone')
      details.milestoneId = ['Milestone must be a group of the kind milestone'];
  }
  if (parentId) {
    const problem = await findParentProblem(lookups, ticketId, parentId);
    if (problem) details.parentId = [problem];
  }
  if (labelIds?.length) {
    const judged = home ? labelIds : await resolveLabels(lookups, null, labelIds);
    const workspaces = await lookups.workspacesOfLabels(judged);
    const isUsable = (id: string) =>
      workspaces.has(id) && (!home || workspaces.get(id) === home.workspaceId || labelsBefore.includes(id));
    const unknown = judged.filter((id) => !isUsable(id));
    if (unknown.length > 0)
      details.labelIds = [`Labels do not exist in this workspace: ${quoteNames(unknown)}`];
  }
  return details;
}

/** Replaces `me` and an e-mail address by the id of a user. An unknown reference stays and fails validation later. */
export async function resolveAssignee<T extends string | null | undefined>(lookups: TicketLookups, ref: T) {
  if (!ref) return ref;
  return ref === 'me' ? lookups.actor.userId : lookups.person(ref);
}

/**
 * The milestone that a change of the group implies: a ticket whose group is a milestone has that milestone, and loses
 * it with the group. Returns undefined if the milestone stays.
 */
export async function milestoneOfGroup(
  lookups: TicketLookups,
  before: { groupId: string | null; milestoneId: string | null },
  groupId: string | null | undefined,
): Promise<string | null | undefined> {
  if (groupId === undefined || groupId === before.groupId) return undefined;
  if (groupId && (await lookups.group(groupId))?.kind === 'milestone') return groupId;
  return before.milestoneId !== null && before.milestoneId === before.groupId ? null : undefined;
}

/** Replaces the names of labels by their ids. An unknown name stays and fails validation later. */
export const resolveLabels = (lookups: TicketLookups, workspaceId: string | null, refs: string[]) =>
  Promise.all(
    refs.map(async (ref) => (isId(ref) ? ref : ((await lookups.labelNamed(workspaceId, ref)) ?? ref))),
  );

/** Replaces a ticket key by the id. An unknown key stays and fails validation later. */
export async function resolveTicketId(lookups: TicketLookups, ref: string | null | undefined) {
  if (!ref || isId(ref)) return ref;
  return (await lookups.ticket(ref))?.id ?? ref;
}

async function findParentProblem(lookups: TicketLookups, ticketId: string | undefined, parentId: string) {
  const parent = await lookups.ticket(parentId);
  if (!parent || !isNotDeleted(parent) || !canReadTicket(lookups.actor, parent))
    return 'Parent does not exist';
  // A ticket that does not exist yet has no children, so it cannot close a cycle.
  if (ticketId && (await lookups.wouldCreateCycle(ticketId, parent.id)))
    return 'Parent must not be the ticket itself or below it';
  return undefined;
}
