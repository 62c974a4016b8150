import type { Tx } from '../../platform/db/index.ts';
import { conflict } from '../../platform/errors.ts';
import type { Scope } from '../../users/index.ts';
import { closesParent, refuseOpenChildren } from '../children/open-children.ts';
import type { TicketStatus } from '../ticket.ts';
import type { TicketChanges } from '../ticket-input.ts';
import type { TicketRow } from '../ticket-store.ts';
import { findTransitionProblem, isExempt, parseWorkflow } from '../workflow/workflow.ts';

/** Refuses to close a ticket with open children, unless the input forces it. */
export async function assertMayClose(tx: Tx, { actor }: Scope, before: TicketRow, input: TicketChanges) {
  if (!input.force && closesParent(before, input.status)) await refuseOpenChildren(tx, actor, before.id);
}

/** A ticket that moves to another project may get any status, because transitions are rules within one project. */
export function assertTransition(
  { actor }: Scope,
  { workflow: stored, status }: TicketRow,
  next: TicketStatus,
): void {
  const workflow = parseWorkflow(stored);
  const problem = isExempt(workflow, actor) ? undefined : findTransitionProblem(workflow, status, next);
  if (problem) throw conflict(problem);
}
