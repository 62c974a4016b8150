import { foldCase } from '../../platform/fold-case.ts';
import type { Actor } from '../../users/index.ts';
import { type TicketStatus, ticketStatuses } from '../ticket.ts';

/**
 * A project's name and order for a status. The six statuses themselves are fixed in the API; an own status is a further
 * one that the project added for one of the six.
 */
export interface WorkflowStatus {
  /** Of an own status only. Unique within the project: a project that is imported twice has the same ids. */
  id?: string;
  status: TicketStatus;
  /** Null for Docket's own name in the language of the reader. An own status has a name. */
  name: string | null;
  color: string | null;
  /** If true, no ticket can move to the status, and clients do not offer it. */
  hidden: boolean;
  /** How many tickets should be in the status at most. A board shows it; nothing is refused. */
  limit?: number;
}

export type OwnStatus = WorkflowStatus & { id: string; name: string };

export const limitMax = 999;
export const ownStatusesMax = 24;

/** Who may make any transition. */
export const workflowExemptions = ['agents', 'automation'] as const;
export type WorkflowExemption = (typeof workflowExemptions)[number];

export interface Workflow {
  /** All six statuses and the own ones, in the order of the project. */
  statuses: WorkflowStatus[];
  /**
   * For each status, those that may follow it. Null allows every transition, and so does an absent status. Own statuses
   * follow the rule of their status, because clients, agents and pull requests know the six.
   */
  transitions: Partial<Record<TicketStatus, TicketStatus[]>> | null;
  exempt: WorkflowExemption[];
}

export const defaultNames: Record<TicketStatus, string> = {
  backlog: 'Backlog',
  todo: 'To do',
  in_progress: 'In progress',
  in_review: 'In review',
  done: 'Done',
  cancelled: 'Cancelled',
};

export const defaultStatus = (status: TicketStatus): WorkflowStatus => ({
  status,
  name: null,
  color: null,
  hidden: false,
});

export const defaultWorkflow: Workflow = {
  statuses: ticketStatuses.map(defaultStatus),
  transitions: null,
  exempt: [],
};

/** The tickets of a list are mostly of one project, and parsing takes longer than comparing. */
let lastStored: string | null = null;
let lastParsed = defaultWorkflow;

export function parseWorkflow(stored: string | null | undefined): Workflow {
  if (stored === null || stored === undefined) return defaultWorkflow;
  if (stored !== lastStored) {
    lastParsed = JSON.parse(stored) as Workflow;
    lastStored = stored;
  }
  return lastParsed;
}

export const isOwnStatus = (own: WorkflowStatus): own is OwnStatus =>
  own.id !== undefined && own.name !== null;
export const isMainStatus = (own: WorkflowStatus) => own.id === undefined;

/** Where a ticket is: a status, and the own status within it if it has one. */
export interface TicketStep {
  status: TicketStatus;
  ownStatusId: string | null;
}

/** The entry of a step. An own status that has been deleted counts as the status itself. */
const entryOf = ({ statuses }: Workflow, { status, ownStatusId }: TicketStep) =>
  (ownStatusId === null ? undefined : statuses.find(({ id }) => id === ownStatusId)) ??
  statuses.find((own) => own.status === status && isMainStatus(own)) ??
  defaultStatus(status);

const entryName = ({ name, status }: WorkflowStatus) => name ?? defaultNames[status];

/** The project's name for a step, or Docket's own. */
export const stepName = (stored: string | null | undefined, step: TicketStep) =>
  entryName(entryOf(parseWorkflow(stored), step));

/** The project's name for a step; undefined if it has none. */
export const projectStatusName = (stored: string | null | undefined, step: TicketStep) =>
  stored === null || stored === undefined
    ? undefined
    : (entryOf(parseWorkflow(stored), step).name ?? undefined);

/** Finds an own status by id or name. */
export function findOwnStatus({ statuses }: Workflow, ref: string): OwnStatus | undefined {
  const folded = foldCase(ref.trim());
  const own = statuses.filter(isOwnStatus);
  return own.find(({ id }) => id === ref) ?? own.find(({ name }) => foldCase(name) === folded);
}

/** The initial status of a new ticket: the backlog, or the first status that is not hidden. */
export function firstStatus(workflow: Workflow): TicketStatus {
  const shown = workflow.statuses.filter((own) => !own.hidden && isMainStatus(own));
  return shown.some(({ status }) => status === 'backlog') ? 'backlog' : (shown[0]?.status ?? 'backlog');
}

/** True if no ticket can move there. */
export const isHiddenStep = (workflow: Workflow, step: TicketStep) => entryOf(workflow, step).hidden;

const stepOf = ({ status, id }: WorkflowStatus): TicketStep => ({ status, ownStatusId: id ?? null });

const stepsAfter = ({ statuses, transitions }: Workflow, from: TicketStep) =>
  statuses.filter(
    ({ id = null, status, hidden }) =>
      !hidden &&
      (status !== from.status || id !== from.ownStatusId) &&
      (status === from.status || (transitions?.[from.status]?.includes(status) ?? true)),
  );

/** Explains why a ticket may not go from one step to another, and names the allowed ones. */
export function findTransitionProblem(
  workflow: Workflow,
  from: TicketStep,
  to: TicketStep,
): string | undefined {
  const target = stepOf(entryOf(workflow, to));
  const allowed = stepsAfter(workflow, from);
  if (allowed.some(({ status, id = null }) => status === target.status && id === target.ownStatusId))
    return undefined;
  const words = allowed
    .map((own) => (isOwnStatus(own) ? own.name : `${entryName(own)} (${own.status})`))
    .join(', ');
  const instead = words ? `it can go to ${words}` : 'it stays there';
  const name = (step: TicketStep) => entryName(entryOf(workflow, step));
  return `The project does not let a ticket go from ${name(from)} to ${name(to)}: ${instead}`;
}

export const isExempt = ({ exempt }: Workflow, { agent }: Pick<Actor, 'agent'>) =>
  agent !== undefined && exempt.includes('agents');
