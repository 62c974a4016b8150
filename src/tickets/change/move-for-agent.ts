import { type BuiltEvent, recordEvents } from '../../events/index.ts';
import type { Tx } from '../../platform/db/index.ts';
import type { Scope } from '../../users/index.ts';
import { moveTicketByCode } from '../links/links.ts';
import type { TicketStatus } from '../ticket.ts';
import { canEditTicket, isNotDeleted } from '../ticket-access.ts';
import { newLookups } from '../ticket-lookups.ts';
import { lockAnyTicket, lockTicket } from '../ticket-store.ts';
import { findOwnStatus, findTransitionProblem, isExempt, parseWorkflow } from '../workflow/workflow.ts';
import { changeLockedTicket } from './change-ticket.ts';
import { assertOwnStatusExists } from './close-ticket.ts';
import { docketUserId } from './docket-user.ts';

interface StatusMove {
  /** Nothing happens in any other status. */
  from: readonly TicketStatus[];
  to: TicketStatus;
  /** The own status that it gets, if it still exists. */
  toOwnStatusId?: string | null;
  /** The task that causes the move. Events name it, and nobody is notified of them: its result notifies. */
  taskId: string;
}

/** Where the ticket was, and when it moved. */
export interface AgentMove {
  from: TicketStatus;
  fromOwnStatusId: string | null;
  at: number;
}

/**
 * Moves a ticket because of what an agent did, in the name of the actor; in that of Docket if they may not edit the ticket.
 * Returns the status before and the time, or undefined if the ticket is elsewhere, is deleted, or the workflow of the
 * project has no such transition.
 */
export async function moveTicketForAgent(
  tx: Tx,
  scope: Scope,
  ticketId: string,
  move: StatusMove,
): Promise<AgentMove | undefined> {
  const { from, to } = move;
  const before = await lockTicket(tx, ticketId, scope.actor);
  // An agent may look into a ticket that waits in triage, but a person decides about it.
  if (!before || !isNotDeleted(before) || before.triage !== null || !from.includes(before.status))
    return undefined;
  if (!canEditTicket(scope.actor, before)) return moveTicketByDocket(tx, ticketId, move, scope.clock.now());
  const workflow = parseWorkflow(before.workflow);
  const step = { status: to, ownStatusId: null };
  if (!isExempt(workflow, scope.actor) && findTransitionProblem(workflow, before, step)) return undefined;
  const lookups = newLookups(tx, scope.actor);
  const { status, ownStatusId } = before;
  const { events, after } = await changeLockedTicket(tx, scope, lookups, { before }, { status: to });
  await recordEvents(
    tx,
    events.map((event) => withTask(event, move.taskId)),
  );
  return { from: status, fromOwnStatusId: ownStatusId, at: after.updatedAt };
}

const withTask = (event: BuiltEvent, taskId: string): BuiltEvent => ({
  ...event,
  data: JSON.stringify({ ...JSON.parse(event.data), taskId }),
});

/** Like `moveTicketForAgent`, in the name of Docket. */
export async function moveTicketByDocket(
  tx: Tx,
  ticketId: string,
  { from, to, toOwnStatusId = null, taskId }: StatusMove,
  now: number,
): Promise<AgentMove | undefined> {
  const ticket = await lockAnyTicket(tx, ticketId);
  if (!ticket || !isNotDeleted(ticket) || ticket.triage !== null || !from.includes(ticket.status))
    return undefined;
  const { status, ownStatusId } = ticket;
  const own =
    toOwnStatusId === null ? undefined : findOwnStatus(parseWorkflow(ticket.workflow), toOwnStatusId);
  const ownId = own?.status === to ? own.id : null;
  if (ownId !== null) await assertOwnStatusExists(tx, ticket.projectId, ownId);
  const docket = { userId: null, name: 'Docket', provider: docketUserId, taskId };
  const outcome = await moveTicketByCode(tx, docket, ticket, to, now, ownId);
  return outcome === 'moved'
    ? { from: status, fromOwnStatusId: ownStatusId, at: ticket.updatedAt }
    : undefined;
}
