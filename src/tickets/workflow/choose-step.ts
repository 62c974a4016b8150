import { quoteNames } from '../../platform/error-texts.ts';
import type { FieldMessages } from '../../platform/errors.ts';
import { foldCase } from '../../platform/fold-case.ts';
import type { TicketStatus } from '../ticket.ts';
import {
  findOwnStatus,
  firstStatus,
  isOwnStatus,
  parseWorkflow,
  type TicketStep,
  type Workflow,
} from './workflow.ts';

export interface StepInput {
  status?: TicketStatus | null | undefined;
  /** The id or the name of an own status; null and an empty text mean the status itself. */
  ownStatusId?: string | null | undefined;
}

type StoredWorkflow = string | null | undefined;

/** The step of a new ticket in a project with this workflow. */
export function firstStep(
  workflow: Workflow,
  input: StepInput,
): { step: TicketStep; problems: FieldMessages } {
  if (input.ownStatusId) return ownStep(workflow, input, input.ownStatusId);
  const status = input.status ?? firstStatus(workflow);
  return { step: { status, ownStatusId: null }, problems: {} };
}

/**
 * The step of a ticket after a change. A status alone keeps the own status if that belongs to it. `moved` has the
 * workflow of the new project: there the ticket gets the own status of the same name and status, if there is one.
 */
export function nextStep(
  before: TicketStep & { workflow: string | null },
  input: StepInput,
  moved: { to: StoredWorkflow } | undefined,
): { step: TicketStep; problems: FieldMessages } {
  const { ownStatusId: ref } = input;
  const status = input.status ?? before.status;
  if (ref === undefined && before.ownStatusId === null)
    return { step: { status, ownStatusId: null }, problems: {} };
  if (ref) return ownStep(parseWorkflow(moved ? moved.to : before.workflow), { status: input.status }, ref);
  const kept = ref === undefined ? keptStatus(before, moved) : undefined;
  return { step: { status, ownStatusId: kept?.status === status ? kept.id : null }, problems: {} };
}

function ownStep(workflow: Workflow, { status }: StepInput, ref: string) {
  const own = findOwnStatus(workflow, ref);
  const step = { status: own?.status ?? status ?? 'backlog', ownStatusId: own?.id ?? null };
  if (!own) {
    const names = workflow.statuses.filter(isOwnStatus).map(({ name }) => name);
    const problem =
      names.length > 0
        ? `The project has no such own status; it has ${quoteNames(names)}`
        : 'The project has no own statuses';
    return { step, problems: { ownStatusId: [problem] } };
  }
  if (!status || status === own.status) return { step, problems: {} };
  const problem = `${own.name} is an own status of ${own.status}, not of ${status}. Give one of the two, or two that agree.`;
  return { step, problems: { ownStatusId: [problem] } };
}

function keptStatus(
  { ownStatusId, workflow }: { ownStatusId: string | null; workflow: string | null },
  moved: { to: StoredWorkflow } | undefined,
) {
  const own = ownStatusId === null ? undefined : findOwnStatus(parseWorkflow(workflow), ownStatusId);
  if (!moved || !own) return own;
  const name = foldCase(own.name);
  return parseWorkflow(moved.to)
    .statuses.filter(isOwnStatus)
    .find((other) => other.status === own.status && foldCase(other.name) === name);
}
