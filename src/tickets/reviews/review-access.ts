import type { TicketAccessContext } from '../ticket-access.ts';

/** Whether a person with these roles may edit the ticket, and so review it. No credential limits them here. */
export const canReview = ({ projectId, role, workspaceRole }: TicketAccessContext): boolean =>
  projectId === null ? workspaceRole !== null : role !== null && role !== 'viewer';
