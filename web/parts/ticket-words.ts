import { m } from '../messages/index.ts';

export const ticketStatuses = ['backlog', 'todo', 'in_progress', 'in_review', 'done', 'cancelled'] as const;
export type TicketStatus = (typeof ticketStatuses)[number];

/** From the most urgent, as menus and groups show them. */
export const ticketPriorities = ['highest', 'high', 'medium', 'low', 'lowest'] as const;
export type TicketPriority = (typeof ticketPriorities)[number];

export const ticketTypes = ['TASK', 'BUG', 'FEATURE', 'IMPROVEMENT', 'EPIC'] as const;
export type TicketType = (typeof ticketTypes)[number];

export const statusLabel = (status: TicketStatus): string => m.parts.statuses[status];
export const priorityLabel = (priority: TicketPriority): string => m.parts.priorities[priority];
export const typeLabel = (type: TicketType): string => m.parts.types[type];
