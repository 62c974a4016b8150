import { type BuiltEvent, expectEvents } from '../../events/index.ts';
import type { Queries, Tx } from '../../platform/db/index.ts';
import { assertValid, withDetails } from '../../platform/errors.ts';
import { assertFresh } from '../../platform/versions.ts';
import type { Scope } from '../../users/index.ts';
import { deleteTitleWords, insertTitleWords } from '../duplicates/title-word-store.ts';
import { buildForced } from '../gates/gate-events.ts';
import { passGates } from '../gates/pass-gates.ts';
import { getTicketFor, lockTicketFor, type TicketDetails } from '../get-ticket.ts';
import { listLabelsOf } from '../labels/label-store.ts';
import { replaceFieldKeys } from '../own-fields/field-changes.ts';
import { changedRow, recordAndReadBack } from '../read-back.ts';
import { isOpen, type Ticket } from '../ticket.ts';
import { canEditTicket } from '../ticket-access.ts';
import { changesBetween } from '../ticket-changes.ts';
import {
  buildTicketChangeEvent,
  buildTicketEvent,
  type Changes,
  type TicketWithHome,
  ticketAssigned,
  ticketStatusChanged,
  ticketUpdated,
} from '../ticket-events.ts';
import type { TicketChanges } from '../ticket-input.ts';
import { newLookups, type TicketHome, type TicketLookups } from '../ticket-lookups.ts';
import {
  findReferenceProblems,
  milestoneOfGroup,
  resolveAssignee,
  resolveTicketId,
} from '../ticket-references.ts';
import { type LockedTicketRow, lockRelations, updateTicketRow } from '../ticket-store.ts';
import { findTriageProblems, triageOutcome } from '../triage/triage.ts';
import { assertMayBringIn, assertMayDecide, buildTriaged, type Decided } from '../triage/triage-events.ts';
import { nextStep } from '../workflow/choose-step.ts';
import { describeStep } from '../workflow/describe-step.ts';
import { assertMayClose, assertOwnStatusExists, assertTransition } from './close-ticket.ts';
import { applyChanges, ownFieldsAfter } from './edit-ticket.ts';
import { homeAfter, moveTicket, toHome } from './move-ticket.ts';
import { labelsAfter, replaceLabels } from './relabel-ticket.ts';

/** The only use case that changes a ticket's fields: lock, authorize, compare, write and record, in one transaction. */
export async function changeTicket(scope: Scope, ref: string, input: TicketChanges): Promise<TicketDetails> {
  return scope.write(async (tx, commitNow) => {
    expectEvents(tx);
    if (input.parentId) await lockRelations(tx);
    const before = await lockTicketFor(tx, scope.actor, ref, canEditTicket);
    assertFresh(scope.acceptedVersions, before.version);
    const lookups = newLookups(tx, scope.actor);
    const { events, changes, after } = await changeLockedTicket(tx, scope, lookups, { before }, input);
    return recordAndReadBack(tx, scope, commitNow, {
      events,
      id: before.id,
      row: changedRow(before, after, changes),
    });
  });
}

/** Throws the validation errors of the changes, without making them. */
export async function validateTicketChanges(scope: Scope, ref: string, input: TicketChanges): Promise<void> {
  const { reads } = scope.db;
  const before = await getTicketFor(reads, scope.actor, ref, canEditTicket);
  const labelIds = (await listLabelsOf(reads, { ticketId: before.id })).map((label) => label.id);
  const target = { before: { ...before, labelIds } };
  await validateChanges(reads, scope, newLookups(reads, scope.actor), target, input);
}

/** A row-locked ticket that the actor may edit. */
export interface LockedTicket {
  before: LockedTicketRow;
  /** The rank of its new place, if it is placed. Callers of the API cannot set it. */
  rank?: string | undefined;
  /** What was decided in triage. */
  decided?: Decided;
  /** True if the caller checks for open children itself, after it has changed other tickets too. */
  checksChildrenLater?: true;
}

/** Returns the events to record, the changed ticket and the differences; undefined if nothing differs. */
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
  const outcome = target.decided?.outcome ?? triageOutcome(before, after);
  if (outcome) assertMayDecide(scope.actor);
  if (changes.projectId && home.hasTriage === 1 && after.triage === null) assertMayBringIn(scope.actor);
  const isTriaged = before.triage !== null || after.triage !== null;
  if ((changes.status || changes.ownStatusId) && !changes.projectId && !isTriaged)
    assertTransition(scope, before, after);
  if (!target.checksChildrenLater) await assertMayClose(tx, scope, before, after, input.force);
  if (changes.ownStatusId && after.ownStatusId !== null)
    await assertOwnStatusExists(tx, home.projectId, after.ownStatusId);
  const { force, reason } = input;
  const { role } = home.place ?? before;
  const passage = await passGates(
    tx,
    { actor: scope.actor, role, projectId: home.projectId, force, reason },
    { before, after, gates: home.gates },
  );

  if (changes.assigneeId) await lookups.assertMayAssign(home.homeId, after);
  if (changes.assigneeId || changes.projectId) await lookups.recordGuest(home.homeId, after.assigneeId);
  if (changes.projectId) await lookups.recordGuest(home.homeId, after.reporterId);
  if (changes.projectId) after.number = await moveTicket(tx, before, home);
  if (changes.projectId || changes.title || isOpen(before) !== isOpen(after)) {
    await deleteTitleWords(tx, before);
    await insertTitleWords(tx, [after]);
  }
  await updateTicketRow(tx, before, after, labels, passage);
  if (changes.labelIds) await replaceLabels(tx, before.id, before.labelIds, labels);
  if (ownFields.change) await replaceFieldKeys(tx, before.id, ownFields.fields, ownFields.change);
  const placed = { ...after, ...home };
  const events = buildEvents(scope, placed, changes);
  if (passage.forced) events.push(buildForced(scope, placed, passage.forced, after.updatedAt));
  if (outcome) events.push(buildTriaged(scope, placed, { ...target.decided, outcome }, after.updatedAt));
  return { events, changes, after };
}

/** Returns the ticket after the changes, or throws their validation errors. Writes nothing. */
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
    const moved = home.homeId === before.homeId ? undefined : { to: home.workflow };
    const { step, problems } = nextStep(before, input, moved);
    const given = { ...input, ...step, parentId, assigneeId, milestoneId };
    const after = applyChanges(placed, given, labels, home, now);
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
    describeStep(changes, before, after, home.workflow);
    return { home, labels, after, changes, references, ownFields, problems };
  };
  const home = await homeAfter(queries, lookups, before, input.projectId).catch(async (error: unknown) => {
    const { references } = await at(toHome(before));
    throw withDetails(error, await findReferenceProblems(lookups, undefined, referencing, references));
  });
  const result = await at(home);
  const problems = await findReferenceProblems(lookups, home, referencing, result.references);
  const wasIn = before.triage !== null;
  const wrong = findTriageProblems(input, result.after, { isOn: home.hasTriage === 1, wasIn, now });
  assertValid({ ...problems, ...wrong, ...result.problems, ...result.ownFields.problems });
  return result;
}

function buildEvents(scope: Scope, ticket: TicketWithHome, changes: Changes): BuiltEvent[] {
  const at = ticket.updatedAt;
  const events = [buildTicketChangeEvent(scope, ticketUpdated, ticket, changes, at)];
  if (changes.status) {
    const { status, ownStatusId } = changes;
    const both = { status, ...(ownStatusId && { ownStatusId }) };
    events.push(buildTicketChangeEvent(scope, ticketStatusChanged, ticket, both, at));
  }
  if (changes.assigneeId && ticket.assigneeId)
    events.push(buildTicketEvent(scope, ticketAssigned, ticket, at));
  return events;
}
