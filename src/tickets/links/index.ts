export { findLinkedTickets } from './find-linked-tickets.ts';
export type { CodeActor } from './link-events.ts';
export { type LinkTarget, listLinkAuthors, listLinkedTickets } from './link-store.ts';
export { attachLink, type LinkOutcome, lockTicketInProjects, moveTicketByCode } from './links.ts';
