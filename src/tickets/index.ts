export { changeTicket } from './change-ticket.ts';
export { addComment } from './comments/comments.ts';
export { createTicket } from './create-ticket.ts';
export { deletedKeptMs } from './delete-ticket.ts';
export { getTicket, getTicketFor, lockTicketFor, type TicketDetails } from './get-ticket.ts';
export type { Group } from './groups/group.ts';
export { insertGroups } from './groups/group-store.ts';
export { type ImportedTicket, importTickets } from './import-tickets.ts';
export { insertLabels } from './labels/label-store.ts';
export { type CodeActor, linkEvents } from './links/link-events.ts';
export { type CodeThing, listLinkedTickets } from './links/link-store.ts';
export { type Attached, attachLink, lockTicketOf, moveTicketByCode } from './links/links.ts';
export { listTickets } from './list-tickets.ts';
export { findMentionedBy } from './mentions/mentions.ts';
export { presentTicketItem } from './present-ticket.ts';
export { addRoutes } from './routes.ts';
export { searchWords } from './search-words.ts';
export { settingEvents } from './setting-events.ts';
export {
  isOpen,
  nextUpdate,
  parseTicketKey,
  type TicketPriority,
  type TicketStage,
  type TicketStatus,
  type TicketType,
  ticketKey,
  ticketPriorities,
  ticketStatuses,
  ticketTypes,
} from './ticket.ts';
export {
  canComment,
  canDeleteComment,
  canEditTicket,
  canReadTicket,
  type TicketPlace,
} from './ticket-access.ts';
export {
  ofTicketAnd,
  placeOf,
  sayTicket,
  subjectOf,
  type TicketWithPlace,
  theTicket,
  ticketEvents,
} from './ticket-events.ts';
export type { Homes, PeopleFilter } from './ticket-filter.ts';
export { parsePeople } from './ticket-list-query.ts';
export { listTicketRowsById, type TicketItem as TicketItemRow } from './ticket-list-store.ts';
export { buildTicketQuery } from './ticket-query.ts';
export { TicketItem, ticketRef } from './ticket-schemas.ts';
export { purgeDeletedTickets } from './ticket-store.ts';
export { timeLogEvents } from './time-logs/time-log-events.ts';
export { findVisibleHomes } from './visible-homes.ts';
export { watchByItself } from './watchers/watcher-store.ts';
export { filterReaders, listWatcherIds } from './watchers/watchers.ts';
export type { WordIndex } from './word-index.ts';
