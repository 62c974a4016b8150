import { type BuiltEvent, expectEvents, recordEvents } from '../events/index.ts';
import type { Queries, Tx } from '../platform/db/index.ts';
import { assertValid, conflict, withDetails } from '../platform/errors.ts';
import { assertFresh } from '../platform/versions.ts';
import type { Scope } from '../users/index.ts';
import { allocateTicketNumber, changeTicketCount, findWorkspace } from '../workspaces/index.ts';
import { closesParent, refuseOpenChildren } from './children/open-children.ts';
import { deleteTitleWords, insertTitleWords } from './duplicates/title-word-store.ts';
import { choiceFields } from './fields/ticket-fields.ts';
import {
  addDetails,
  getTicketFor,
  lockTicketFor,
  readTicketDetails,
  type TicketDetails,
  takesOneRound,
} from './get-ticket.ts';
import { attachLabels, detachLabels, listLabelsOf } from './labels/label-store.ts';
import { fieldChangeBetween, replaceFieldKeys } from './own-fields/field-changes.ts';
import { parseFieldValues, writeFieldValues } from './own-fields/own-field.ts';
import { carryFieldValues, setFieldValues } from './own-fields/set-field-values.ts';
import { rankAt } from './rank/rank.ts';
import { completionAfter, isOpen, nextUpdate, type Ticket, type TicketStatus } from './ticket.ts';
import { canEditTicket } from './ticket-access.ts';
import { changesBetween } from './ticket-changes.ts';
import {
  buildTicketChangeEvent,
  buildTicketEvent,
  type Changes,
  type TicketWithHome,
  ticketAssigned,
  ticketStatusChanged,
  ticketUpdated,
} from './ticket-events.ts';
import { changedFields, type TicketChanges } from './ticket-input.ts';
import { newLookups, type TicketHome, type TicketLookups } from './ticket-lookups.ts';
import {
  findReferenceProblems,
  milestoneOfGroup,
  resolveAssignee,
  resolveLabels,
  resolveTicketId,
} from './ticket-references.ts';
import {
  insertFormerNumber,
  type LockedTicketRow,
  lockRelations,
  type TicketCounts,
  type TicketRow,
  updateTicketRow,
} from './ticket-store.ts';
import { findTransitionProblem, isExempt, parseWorkflow } from './workflow/workflow.ts';

/** The only use case that changes a ticket's fields: rules, write and events in one transaction. */
export async function changeTicket(scope: Scope, ref: string, input: TicketChanges): Promise<TicketDetails> {
  return scope.write(async (tx, commitNow) => {
    expectEvents(tx);
    if (input.parentId) await lockRelations(tx);
    const before = await lockTicketFor(tx, scope.actor, ref, canEditTicket);
    assertFresh(scope.acceptedVersions, before.version);
    const lookups = newLookups(tx, scope.actor);
    const { events, changes, after } = await changeLockedTicket(tx, scope, lookups, { before }, input);
    const isKnown = changesChoicesOnly(changes);
    const commit = isKnown && takesOneRound(before) ? commitNow : undefined;
    const [details] = await Promise.all([
      isKnown
        ? addDetails(tx, scope.actor, Object.assign(before, after), commit && scope.db.reads)
        : readTicketDetails(tx, scope.actor, before.id),
      recordEvents(tx, events).then(() => commit?.()),
    ]);
    return details;
  });
}

/** Throws the validation errors of the changes, without making them. */
export async function validateTicketChanges(scope: Scope, ref: string, input: TicketChanges): Promise<void> {
  const { reads } = scope.db;
  const before = await getTicketFor(reads, scope.actor, ref, canEditTicket);
  const labelIds = (await listLabelsOf(reads, before.id)).map((label) => label.id);
  const target = { before: { ...before, labelIds } };
  await validateChanges(reads, scope, newLookups(reads, scope.actor), target, input);
}

/** A ticket under a row lock that the actor may edit. */
export interface LockedTicket {
  before: LockedTicketRow;
  /** The rank of its new place, if it gets one; no input of a caller. */
  rank?: string | undefined;
  /** The caller checks for open children itself, after it has changed other tickets too. */
  checksChildrenLater?: true;
}

/** The answer then needs no names of people, groups or projects that the row from before does not have. */
const changesChoicesOnly = (changes: Changes) =>
  Object.keys(changes).every((field) => choiceFields.includes(field));

/** Returns the events to record, the ticket after the change, and what differs; nothing where nothing does. */
export async function changeLockedTicket(
  tx: Tx,
  scope: Scope,
  lookups: TicketLookups,
  target: LockedTicket,
  input: TicketChanges,
): Promise<{ events: BuiltEvent[]; changes: Changes; after: Ticket }> {
  const { before } = target;
  const { home, labels, after, changes, ownFields } = await validateChanges(
    tx,
    scope,
    lookups,
    target,
    input,
  );
  if (Object.keys(changes).length === 0) return { events: [], changes, after: before };
  if (changes.status && !changes.projectId) assertTransition(scope, before, after.status);
  if (!target.checksChildrenLater && !input.force && closesParent(before, input.status))
    await refuseOpenChildren(tx, scope.actor, before.id);

  if (changes.assigneeId || changes.projectId) await lookups.recordGuest(home.homeId, after.assigneeId);
  if (changes.projectId) await lookups.recordGuest(home.homeId, after.reporterId);
  if (changes.projectId) after.number = await move(tx, before, home);
  if (changes.projectId || changes.title || isOpen(before) !== isOpen(after)) {
    await deleteTitleWords(tx, before);
    await insertTitleWords(tx, [after]);
  }
  await updateTicketRow(tx, before, after, labels);
  if (changes.labelIds) await replaceLabels(tx, before.id, before.labelIds, labels);
  if (ownFields.change) await replaceFieldKeys(tx, before.id, ownFields.fields, ownFields.change);
  return { events: buildEvents(scope, { ...after, ...home }, changes), changes, after };
}

/** In another project a ticket may have any status, because none of that project's came before it. */
function assertTransition(
  { actor }: Scope,
  { workflow: stored, status }: TicketRow,
  next: TicketStatus,
): void {
  const workflow = parseWorkflow(stored);
  const problem = isExempt(workflow, actor) ? undefined : findTransitionProblem(workflow, status, next);
  if (problem) throw conflict(problem);
}

/** The ticket after the changes; throws their validation errors. Writes nothing. */
async function validateChanges(
  queries: Queries,
  scope: Scope,
  lookups: TicketLookups,
  { before, rank }: LockedTicket,
  input: TicketChanges,
) {
  const now = scope.clock.now();
  const labelsBefore = before.labelIds;
  const parentId = await resolveTicketId(lookups, input.parentId);
  const assigneeId = await resolveAssignee(lookups, input.assigneeId);
  const milestoneId =
    input.milestoneId === undefined
      ? await milestoneOfGroup(lookups, before, input.groupId)
      : input.milestoneId;
  const referencing = { ticketId: before.id, labelsBefore };
  const placed = rank === undefined ? before : { ...before, rank };
  const at = async (home: TicketHome) => {
    const labels = await labelsAfter(lookups, home, labelsBefore, input);
    const after = applyChanges(placed, { ...input, parentId, assigneeId, milestoneId }, labels, home, now);
    const changes = changesBetween(before, after, labelsBefore, labels);
    if (home.workspaceId !== before.workspaceId)
      changes.workspaceId = { from: before.workspaceId, to: home.workspaceId };
    const references = {
      assigneeId: changes.assigneeId && after.assigneeId,
      groupId: (changes.groupId || changes.projectId) && after.groupId,
      milestoneId: (changes.milestoneId || changes.projectId) && after.milestoneId,
      parentId: changes.parentId && after.parentId,
      ...(changes.labelIds && { labelIds: labels }),
    };
    const ownFields = await ownFieldsAfter(queries, lookups, before, home, input);
    if (ownFields.change) {
      after.fields = ownFields.stored;
      changes.fields = ownFields.change;
    }
    return { home, labels, after, changes, references, ownFields };
  };
  const home = await homeAfter(queries, lookups, before, input.projectId).catch(async (error: unknown) => {
    const { references } = await at(homeOf(before));
    throw withDetails(error, await findReferenceProblems(lookups, undefined, referencing, references));
  });
  const result = await at(home);
  const problems = await findReferenceProblems(lookups, home, referencing, result.references);
  assertValid({ ...problems, ...result.ownFields.problems });
  return result;
}

/** The values of own fields after the change. In another project the ticket keeps those whose field exists there too. */
async function ownFieldsAfter(
  queries: Queries,
  lookups: TicketLookups,
  { projectId, fields: stored }: TicketRow,
  home: TicketHome,
  { fields: input }: TicketChanges,
) {
  const isMoved = projectId !== home.projectId;
  if (!isMoved && !input) return { stored, fields: [], change: undefined, problems: {} };
  const before = parseFieldValues(stored);
  const fields = await lookups.ownFields(home);
  const former = isMoved && stored !== null ? await lookups.ownFields({ projectId }) : [];
  const { values, problems } = await setFieldValues({
    fields,
    before: isMoved ? carryFieldValues(former, before, fields) : before,
    input,
    findPerson: lookups.activePerson,
    isNew: isMoved,
    areRequired: true,
  });
  const all = [...former, ...fields];
  const change = await fieldChangeBetween(queries, all, before, values);
  return { stored: writeFieldValues(values), fields: all, change, problems };
}

async function labelsAfter(
  lookups: TicketLookups,
  home: TicketHome,
  before: string[],
  { labelIds, addLabels = [], removeLabels = [] }: TicketChanges,
): Promise<string[]> {
  if (!labelIds && addLabels.length + removeLabels.length === 0) return before;
  const resolve = (refs: string[]) => resolveLabels(lookups, home.workspaceId, refs);
  const removed = new Set(await resolve(removeLabels));
  const labels = new Set([...(labelIds ? await resolve(labelIds) : before), ...(await resolve(addLabels))]);
  return [...labels].filter((id) => !removed.has(id)).sort();
}

function buildEvents(scope: Scope, ticket: TicketWithHome, changes: Changes): BuiltEvent[] {
  const at = ticket.updatedAt;
  const events = [buildTicketChangeEvent(scope, ticketUpdated, ticket, changes, at)];
  if (changes.status) {
    const { status } = changes;
    events.push(buildTicketChangeEvent(scope, ticketStatusChanged, ticket, { status }, at));
  }
  if (changes.assigneeId && ticket.assigneeId)
    events.push(buildTicketEvent(scope, ticketAssigned, ticket, at));
  return events;
}

function applyChanges(
  before: LockedTicketRow,
  input: TicketChanges,
  labelIds: string[],
  home: TicketHome,
  now: number,
): Ticket & TicketCounts & { labelIds: string[] } {
  const hasMoved = home.homeId !== before.homeId;
  const fields = changedFields(before, {
    ...input,
    projectId: home.projectId,
    // A group or milestone belongs to one project, so the ticket leaves it unless the input names another.
    groupId: input.groupId === undefined && hasMoved ? null : input.groupId,
    milestoneId: input.milestoneId === undefined && hasMoved ? null : input.milestoneId,
  });
  return {
    ...before,
    ...fields,
    labelIds,
    homeId: home.homeId,
    completedAt: completionAfter(before, fields.status, now),
    rank: hasMoved ? rankAt(now, before.id) : before.rank,
    version: before.version + 1,
    updatedAt: nextUpdate(before, now),
  };
}

async function homeAfter(
  queries: Queries,
  lookups: TicketLookups,
  before: TicketRow,
  projectId: string | null | undefined,
): Promise<TicketHome> {
  if (
    projectId === undefined ||
    projectId === before.projectId ||
    (!projectId && before.projectId === null)
  ) {
    return homeOf(before);
  }
  // Without a project, the ticket stays in its workspace if the actor is a member there, and else moves to the actor's own.
  const { workspaceId } = before;
  const workspace = await findWorkspace(queries, workspaceId, lookups.actor.userId);
  return lookups.home(projectId, workspace?.role ? workspaceId : undefined);
}

function homeOf({ homeId, projectId, projectName, projectKey, workspaceId }: TicketRow): TicketHome {
  return { homeId, projectId, projectName, projectKey, workspaceId };
}

/** Updates the ticket counts of both homes and returns the number in the new one; the old key still leads to the ticket. */
async function move(tx: Tx, before: TicketRow, home: TicketHome): Promise<number | null> {
  if (before.projectId !== null && before.number !== null) {
    await insertFormerNumber(tx, before.projectId, before.number, before.id);
  }
  const leave = () => changeTicketCount(tx, before.homeId, -1);
  // Two tickets that move in opposite directions lock the same two homes; one order of locks prevents a deadlock.
  if (before.homeId < home.homeId) {
    await leave();
    return arrive(tx, home);
  }
  const number = await arrive(tx, home);
  await leave();
  return number;
}

async function arrive(tx: Tx, home: TicketHome): Promise<number | null> {
  if (home.projectId) return allocateTicketNumber(tx, home.homeId);
  await changeTicketCount(tx, home.homeId, 1);
  return null;
}

async function replaceLabels(tx: Tx, ticketId: string, before: string[], after: string[]): Promise<void> {
  await detachLabels(
    tx,
    ticketId,
    before.filter((id) => !after.includes(id)),
  );
  await attachLabels(
    tx,
    ticketId,
    after.filter((id) => !before.includes(id)),
  );
}
