import { foldCase } from '../platform/fold-case.ts';
import type { Ticket } from './fields/ticket-fields.ts';

export {
  isOpen,
  openCondition,
  openStatuses,
  type Ticket,
  type TicketStatus,
  ticketPriorities,
  ticketStages,
  ticketStatuses,
  ticketTypes,
} from './fields/ticket-fields.ts';

/** Strictly later than the last change, even within the same millisecond. */
export const nextUpdate = (ticket: Pick<Ticket, 'updatedAt'>, now: number) =>
  Math.max(now, ticket.updatedAt + 1);

/** Parses `ABC-12` into the case-folded project key and the number. */
export function parseTicketKey(text: string): { projectKey: string; number: number } | undefined {
  const match = /^([A-Za-z0-9_-]{1,64})-([1-9]\d{0,8})$/.exec(text);
  return match ? { projectKey: foldCase(match[1] as string), number: Number(match[2]) } : undefined;
}

export const ticketKey = (projectKey: string | null, number: number | null) =>
  projectKey === null || number === null ? undefined : `${projectKey}-${number}`;
