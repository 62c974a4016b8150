import { type Occurrence, recordAll } from '../events/index.ts';
import type { Tx } from '../platform/db/index.ts';
import { assertFresh } from '../platform/http/index.ts';
import type { Scope } from '../users/index.ts';
import { findWorkspace } from '../workspaces/index.ts';
import { lockTicketFor, readTicketDetails, type TicketDetails } from './get-ticket.ts';
import { changeTicketCount, takeTicketNumber } from './home-store.ts';
import { attachLabels, detachLabels, listLabelsOf } from './label-store.ts';
import {
  completionAfter,
  isOpen,
  nextUpdate,
  type Ticket,
  type TicketPriority,
  type TicketStage,
  type TicketStatus,
  type TicketType,
} from './ticket.ts';
import { canEditTicket } from './ticket-access.ts';
import { changesBetween } from './ticket-changes.ts';
import {
  type Changes,
  type TicketWithPlace,
  ticketAssigned,
  ticketChanged,
  ticketHappened,
  ticketStatusChanged,
  ticketUpdated,
} from './ticket-events.ts';
import { newLookups, type TicketHome, type TicketLookups } from './ticket-lookups.ts';
import { assertReferences, resolveTicketId } from './ticket-references.ts';
import { insertFormerNumber, type TicketRow, takeTurnAtTies, updateTicketRow } from './ticket-store.ts';
import { forgetTitle, noteTitles } from './title-word-store.ts';

/** Absent keeps, null clears. */
export interface TicketChanges {
  title?: string | undefined;
  description?: string | null | undefined;
  type?: TicketType | undefined;
  status?: TicketStatus | undefined;
  priority?: TicketPriority | undefined;
  stage?: TicketStage | undefined;
  projectId?: string | null | undefined;
  assigneeId?: string | null | undefined;
  groupId?: string | null | undefined;
  parentId?: string | null | undefined;
  dueDate?: number | null | undefined;
  labelIds?: string[] | undefined;
}

/** The one way in which a ticket's fields change: rule, write and events in one transaction. */
export async function changeTicket(scope: Scope, ref: string, input: TicketChanges): Promise<TicketDetails> {
  return scope.write(async (tx) => {
    if (input.parentId) await takeTurnAtTies(tx);
    const before = await lockTicketFor(tx, scope.actor, ref, canEditTicket);
    assertFresh(scope.acceptedVersions, before.version);
    const labels = before.labelCount > 0 ? await listLabelsOf(tx, before.id) : [];
    const labelsBefore = labels.map((label) => label.id);
    const look = newLookups(tx, scope.actor);
    await recordAll(tx, await changeLocked(tx, scope, look, { before, labelsBefore }, input));
    return readTicketDetails(tx, scope.actor, before.id);
  });
}

/** A ticket that nobody else changes meanwhile, and that the actor may edit. */
export interface LockedTicket {
  before: TicketRow;
  labelsBefore: string[];
}

/** Answers what happened, which is nothing where nothing differs. */
export async function changeLocked(
  tx: Tx,
  scope: Scope,
  look: TicketLookups,
  { before, labelsBefore }: LockedTicket,
  input: TicketChanges,
): Promise<Occurrence[]> {
  const now = scope.clock.now();
  const home = await homeAfter(tx, look, before, input.projectId);
  const labels = input.labelIds ? [...new Set(input.labelIds)] : labelsBefore;
  const parentId = await resolveTicketId(look, input.parentId);
  const after = applyChanges(before, { ...input, parentId }, home, scope.actor.userId, now);
  const changes = changesBetween(before, after, labelsBefore, labels);
  if (Object.keys(changes).length === 0) return [];

  await assertReferences(
    look,
    home,
    { ticketId: before.id, labelsBefore },
    {
      assigneeId: changes.assigneeId && after.assigneeId,
      groupId: (changes.groupId || changes.projectId) && after.groupId,
      parentId: changes.parentId && after.parentId,
      ...(changes.labelIds && { labelIds: labels }),
    },
  );
  if (changes.assigneeId || changes.projectId) await look.noteAssignee(home.homeId, after.assigneeId);
  if (changes.projectId) await look.noteAssignee(home.homeId, after.reporterId);
  if (changes.projectId) after.number = await move(tx, before, home);
  if (changes.projectId || changes.title || isOpen(before) !== isOpen(after)) {
    await forgetTitle(tx, before);
    await noteTitles(tx, [after]);
  }
  await updateTicketRow(tx, before, after, labels.length);
  if (changes.labelIds) await replaceLabels(tx, before.id, labelsBefore, labels);
  return occurrencesOf(scope, { ...after, ...home }, changes);
}

function occurrencesOf(scope: Scope, ticket: TicketWithPlace, changes: Changes): Occurrence[] {
  const at = ticket.updatedAt;
  const happened = [ticketChanged(scope, ticketUpdated, ticket, changes, at)];
  if (changes.status) {
    const { status } = changes;
    happened.push(ticketChanged(scope, ticketStatusChanged, ticket, { status }, at));
  }
  if (changes.assigneeId && ticket.assigneeId)
    happened.push(ticketHappened(scope, ticketAssigned, ticket, at));
  return happened;
}

function applyChanges(
  before: TicketRow,
  input: TicketChanges,
  home: TicketHome,
  userId: string,
  now: number,
): Ticket {
  const status = input.status ?? before.status;
  const hasMoved = home.homeId !== before.homeId;
  return {
    id: before.id,
    homeId: home.homeId,
    projectId: home.projectId,
    number: before.number,
    title: input.title ?? before.title,
    description: cleared(input.description, before.description),
    type: input.type ?? before.type,
    status,
    priority: input.priority ?? before.priority,
    stage: input.stage ?? before.stage,
    assigneeId: input.assigneeId === 'me' ? userId : cleared(input.assigneeId, before.assigneeId),
    reporterId: before.reporterId,
    // A group belongs to one project, so it stays behind unless another is named.
    groupId: cleared(input.groupId, hasMoved ? null : before.groupId),
    parentId: cleared(input.parentId, before.parentId),
    dueDate: input.dueDate === undefined ? before.dueDate : input.dueDate,
    completedAt: completionAfter(before, status, now),
    version: before.version + 1,
    createdAt: before.createdAt,
    updatedAt: nextUpdate(before, now),
  };
}

const cleared = (given: string | null | undefined, kept: string | null) =>
  given === undefined ? kept : given || null;

async function homeAfter(
  tx: Tx,
  look: TicketLookups,
  before: TicketRow,
  projectId: string | null | undefined,
): Promise<TicketHome> {
  const { homeId, projectName, projectKey, workspaceId } = before;
  if (
    projectId === undefined ||
    projectId === before.projectId ||
    (!projectId && before.projectId === null)
  ) {
    return { homeId, projectId: before.projectId, projectName, projectKey, workspaceId };
  }
  // Without a project it stays in its workspace, if the actor belongs there, and else comes to the actor's own.
  const workspace = await findWorkspace(tx, workspaceId, look.actor.userId);
  return look.home(projectId, workspace?.role ? workspaceId : undefined);
}

/** Counts it in its new home and gives it a number there; the old key keeps leading to it. */
async function move(tx: Tx, before: TicketRow, home: TicketHome): Promise<number | null> {
  if (before.projectId !== null && before.number !== null) {
    await insertFormerNumber(tx, before.projectId, before.number, before.id);
  }
  const leave = () => changeTicketCount(tx, before.homeId, -1);
  // Tickets that change places lock the same two homes. In one order for all, or each would wait for the other.
  if (before.homeId < home.homeId) {
    await leave();
    return arrive(tx, home);
  }
  const number = await arrive(tx, home);
  await leave();
  return number;
}

async function arrive(tx: Tx, home: TicketHome): Promise<number | null> {
  if (home.projectId) return takeTicketNumber(tx, home.homeId);
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
