import type { Tx } from '../../platform/db/index.ts';
import { recordMoveByCode } from '../links/link-events.ts';
import { isMemberOfHome } from '../reference-store.ts';
import { nextUpdate } from '../ticket.ts';
import { changesBetween } from '../ticket-changes.ts';
import { type LockedTicketRow, updateTicketRow } from '../ticket-store.ts';
import { describeStep } from '../workflow/describe-step.ts';
import { docketUserId } from './docket-user.ts';
import { type BrokenCriterion, recordReopened } from './reopen-events.ts';
import { findWhoClosed } from './reopen-store.ts';

export interface Reopening {
  criterion: BrokenCriterion;
  /** The commit that broke it, and its first line if that is known. */
  commit: string;
  commitTitle?: string | undefined;
  taskId: string;
}

/**
 * Reopens a locked, done ticket in the name of Docket, because a commit broke what had been shown, and assigns it to
 * whoever closed it. The workflow of the project does not bind this: it says how work goes on, and this work was not done.
 * Returns false if the ticket is not done.
 */
export async function reopenTicket(
  tx: Tx,
  ticket: LockedTicketRow,
  reopening: Reopening,
  now: number,
): Promise<boolean> {
  if (ticket.status !== 'done') return false;
  const { actorId: closedBy = null, active = 0 } = (await findWhoClosed(tx, { ticketId: ticket.id })) ?? {};
  const mayBeAssigned =
    closedBy !== null &&
    active === 1 &&
    (await isMemberOfHome(tx, { homeId: ticket.homeId, userId: closedBy }));
  const after = {
    ...ticket,
    status: 'todo' as const,
    ownStatusId: null,
    assigneeId: mayBeAssigned ? closedBy : ticket.assigneeId,
    completedAt: null,
    version: ticket.version + 1,
    updatedAt: nextUpdate(ticket, now),
  };
  await updateTicketRow(tx, ticket, after, ticket.labelIds);
  const changes = changesBetween(ticket, after, ticket.labelIds, ticket.labelIds);
  describeStep(changes, ticket, after, ticket.workflow);
  const docket = { userId: null, name: 'Docket', provider: docketUserId, taskId: reopening.taskId };
  await recordMoveByCode(tx, docket, after, changes, after.updatedAt);
  await recordReopened(tx, after, { ...reopening, ...(closedBy !== null && { closedBy }) }, after.updatedAt);
  Object.assign(ticket, after);
  return true;
}
