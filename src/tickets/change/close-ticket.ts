import type { Tx } from '../../platform/db/index.ts';
import { conflict } from '../../platform/errors.ts';
import type { Scope } from '../../users/index.ts';
import { closesParent, refuseOpenChildren } from '../children/open-children.ts';
import type { TicketRow } from '../ticket-store.ts';
import {
  findOwnStatus,
  findTransitionProblem,
  isExempt,
  parseWorkflow,
  type TicketStep,
} from '../workflow/workflow.ts';
import { lockWorkflow } from '../workflow/workflow-store.ts';

/** Refuses to close a ticket with open children, unless the input forces it. */
export async function assertMayClose(
  tx: Tx,
  { actor }: Scope,
  before: TicketRow,
  { status }: TicketStep,
  force: boolean | undefined,
) {
  if (!force && closesParent(before, status)) await refuseOpenChildren(tx, actor, before.id);
}

/** A ticket that moves to another project may get any status, because transitions are rules within one project. */
export function assertTransition({ actor }: Scope, before: TicketRow, next: TicketStep): void {
  const workflow = parseWorkflow(before.workflow);
  const problem = isExempt(workflow, actor) ? undefined : findTransitionProblem(workflow, before, next);
  if (problem) throw conflict(problem);
}

/**
 * Refuses an own status that somebody deletes at the same time. The lock makes the deletion wait for this transaction,
 * or this transaction for the deletion, so that no ticket keeps an own status that does not exist.
 */
export async function assertOwnStatusExists(tx: Tx, projectId: string | null, id: string): Promise<void> {
  const workflow = projectId === null ? undefined : await lockWorkflow(tx, { projectId });
  if (!findOwnStatus(parseWorkflow(workflow), id))
    throw conflict('The workflow of the project changed at the same time. Read it and try again.');
}
