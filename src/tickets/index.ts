export { addBulkRoutes } from './bulk/bulk-routes.ts';
export { changeTicket } from './change-ticket.ts';
export { addCommentRoutes } from './comments/comment-routes.ts';
export { addComment } from './comments/comments.ts';
export { createTicket } from './create-ticket.ts';
export { deletedKeptMs } from './delete-ticket.ts';
export { addExportRoutes } from './export/export-routes.ts';
export { getTicket, getTicketFor, lockTicketFor, type TicketDetails } from './get-ticket.ts';
export type { Group } from './groups/group.ts';
export { addGroupRoutes } from './groups/group-routes.ts';
export { addHistoryRoutes } from './history-routes.ts';
export { insertGroups, insertLabels } from './import-store.ts';
export { type ImportedTicket, importTickets } from './import-tickets.ts';
export { addLabelRoutes } from './labels/label-routes.ts';
export { type CodeActor, linkEvents } from './links/link-events.ts';
export { addLinkRoutes } from './links/link-routes.ts';
export { type CodeThing, listLinkedTickets } from './links/link-store.ts';
export { type Attached, attachLink, lockTicketOf, moveTicketByCode } from './links/links.ts';
export { listTickets } from './list-tickets.ts';
export { findMentionedBy } from './mentions/mentions.ts';
export { presentTicketItem } from './present-ticket.ts';
export { addRelationRoutes } from './relations/relation-routes.ts';
export { searchCondition, searchWords } from './search-condition.ts';
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
export type { PeopleFilter } from './ticket-filter.ts';
export {
  blockedTickets,
  type Homes,
  listedCondition,
  listTicketRowsById,
  orderedBy,
  scopeCondition,
  scopeParams,
  type TicketItem as TicketItemRow,
} from './ticket-list-store.ts';
export { parsePeople } from './ticket-query.ts';
export { addTicketRoutes } from './ticket-routes.ts';
export { TicketItem, ticketRef } from './ticket-schemas.ts';
export { purgeDeletedTickets } from './ticket-store.ts';
export { timeLogEvents } from './time-logs/time-log-events.ts';
export { addTimeLogRoutes } from './time-logs/time-log-routes.ts';
export { findVisibleHomes } from './visible-homes.ts';
export { addWatcherRoutes } from './watchers/watcher-routes.ts';
export { watchByItself } from './watchers/watcher-store.ts';
export { filterReaders, listWatcherIds } from './watchers/watchers.ts';
export { useWordIndex, type WordIndex } from './word-index.ts';
