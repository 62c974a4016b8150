import type { Changes } from '../ticket-events.ts';
import { stepName, type TicketStep } from './workflow.ts';

/** Adds the names of both steps to the change of the own status: history shows them after the own status is deleted. */
export function describeStep(
  changes: Changes,
  before: TicketStep & { workflow: string | null },
  after: TicketStep,
  workflow: string | null | undefined,
): void {
  if (!changes.ownStatusId) return;
  const [from, to] = [stepName(before.workflow, before), stepName(workflow, after)];
  changes.ownStatusId.described = [{ id: 'ownStatusId', name: 'status', from, to }];
}
