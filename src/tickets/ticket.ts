import { foldCase } from '../platform/fold-case.ts';

export const ticketTypes = ['TASK', 'BUG', 'FEATURE', 'IMPROVEMENT', 'EPIC'] as const;
export type TicketType = (typeof ticketTypes)[number];

export const ticketStatuses = ['backlog', 'todo', 'in_progress', 'in_review', 'done', 'cancelled'] as const;
export type TicketStatus = (typeof ticketStatuses)[number];

/** Still to be worked on. */
export const isOpen = ({ status }: { status: TicketStatus }): boolean =>
  status !== 'done' && status !== 'cancelled';

export const ticketPriorities = ['lowest', 'low', 'medium', 'high', 'highest'] as const;
export type TicketPriority = (typeof ticketPriorities)[number];

export const ticketStages = ['PLANNING', 'DEVELOPMENT', 'TESTING', 'DEPLOYMENT', 'COMPLETED'] as const;
export type TicketStage = (typeof ticketStages)[number];

export interface Ticket {
  id: string;
  /** The project, or the workspace of a ticket without one. */
  homeId: string;
  projectId: string | null;
  number: number | null;
  title: string;
  description: string | null;
  type: TicketType;
  status: TicketStatus;
  priority: TicketPriority;
  stage: TicketStage;
  assigneeId: string | null;
  reporterId: string;
  groupId: string | null;
  parentId: string | null;
  dueDate: number | null;
  completedAt: number | null;
  version: number;
  createdAt: number;
  updatedAt: number;
}

/** Any status may follow any other. Only `done` leaves a mark: when it was reached. */
export function completionAfter(
  ticket: Pick<Ticket, 'status' | 'completedAt'>,
  next: TicketStatus,
  now: number,
) {
  if (next !== 'done') return null;
  return ticket.status === 'done' ? ticket.completedAt : now;
}

/** Strictly later than the last change, even within the same millisecond. */
export const nextUpdate = (ticket: Pick<Ticket, 'updatedAt'>, now: number) =>
  Math.max(now, ticket.updatedAt + 1);

/** `ABC-12` → the key of the project, folded, and the number. */
export function parseTicketKey(text: string): { projectKey: string; number: number } | undefined {
  const match = /^([A-Za-z0-9_-]{1,64})-([1-9]\d{0,8})$/.exec(text);
  return match ? { projectKey: foldCase(match[1] as string), number: Number(match[2]) } : undefined;
}

export const ticketKey = (projectKey: string | null, number: number | null) =>
  projectKey === null || number === null ? undefined : `${projectKey}-${number}`;
