export { findLinkedTickets } from './find-linked-tickets.ts';
export type { CodeActor } from './link-events.ts';
export {
  hasCommitSince,
  type LinkTarget,
  listLinkAuthors,
  listLinkedTickets,
  listNewestLinks,
  listTicketsOfMergeCommits,
  listTicketsOfMerges,
  setMergeCommit,
} from './link-store.ts';
export { attachLink, type LinkOutcome, lockTicketInProjects, moveTicketByCode } from './links.ts';
