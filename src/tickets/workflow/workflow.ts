import type { Actor } from '../../users/index.ts';
import { type TicketStatus, ticketStatuses } from '../ticket.ts';

/** A project's name and order for a status. The six statuses themselves are fixed in the API. */
export interface WorkflowStatus {
  status: TicketStatus;
  /** Null for Docket's own name in the language of the reader. */
  name: string | null;
  color: string | null;
  /** If true, no ticket can move to the status, and clients do not offer it. */
  hidden: boolean;
}

/** Who may make any transition. */
export const workflowExemptions = ['agents', 'automation'] as const;
export type WorkflowExemption = (typeof workflowExemptions)[number];

export interface Workflow {
  /** All six statuses, in the order of the project. */
  statuses: WorkflowStatus[];
  /** For each status, those that may follow it. Null allows every transition, and so does an absent status. */
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

const ownName = ({ statuses }: Workflow, status: TicketStatus) =>
  statuses.find((own) => own.status === status)?.name;
const nameIn = (workflow: Workflow, status: TicketStatus) =>
  ownName(workflow, status) ?? defaultNames[status];

/** The project's name for a status; undefined if it has none. */
export const projectStatusName = (stored: string | null | undefined, status: TicketStatus) =>
  stored === null || stored === undefined ? undefined : (ownName(parseWorkflow(stored), status) ?? undefined);

/** The initial status of a new ticket: the backlog, or the first status that is not hidden. */
export function firstStatus(workflow: Workflow): TicketStatus {
  const shown = workflow.statuses.filter(({ hidden }) => !hidden);
  return shown.some(({ status }) => status === 'backlog') ? 'backlog' : (shown[0]?.status ?? 'backlog');
}

const statusesAfter = ({ statuses, transitions }: Workflow, from: TicketStatus) =>
  statuses
    .filter(({ status, hidden }) => !hidden && status !== from)
    .filter(({ status }) => transitions?.[from]?.includes(status) ?? true);

/** Explains why a ticket may not go from one status to another, and names the allowed ones. */
export function findTransitionProblem(
  workflow: Workflow,
  from: TicketStatus,
  to: TicketStatus,
): string | undefined {
  const allowed = statusesAfter(workflow, from);
  if (allowed.some(({ status }) => status === to)) return undefined;
  const words = allowed.map(({ status }) => `${nameIn(workflow, status)} (${status})`).join(', ');
  const instead = words ? `it can go to ${words}` : 'it stays there';
  return `The project does not let a ticket go from ${nameIn(workflow, from)} to ${nameIn(workflow, to)}: ${instead}`;
}

export const isExempt = ({ exempt }: Workflow, { agent }: Pick<Actor, 'agent'>) =>
  agent !== undefined && exempt.includes('agents');
