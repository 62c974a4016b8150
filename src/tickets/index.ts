export { addCommentRoutes } from './comment-routes.ts';
export { deletedKeptMs } from './delete-ticket.ts';
export { type Group, insertGroups, insertLabels } from './import-store.ts';
export { type ImportedTicket, importTickets } from './import-tickets.ts';
export { presentTicketItem } from './present-ticket.ts';
export { searchCondition, searchParams, searchWords } from './search-condition.ts';
export {
  type TicketStage,
  type TicketStatus,
  type TicketType,
  ticketKey,
  ticketPriorities,
  ticketStatuses,
  ticketTypes,
} from './ticket.ts';
export { ticketEvents } from './ticket-events.ts';
export { type Homes, listTicketRowsById, scopeCondition, scopeParams } from './ticket-list-store.ts';
export { addTicketRoutes } from './ticket-routes.ts';
export { TicketItem } from './ticket-schemas.ts';
export { purgeDeletedTickets } from './ticket-store.ts';
export { findVisibleHomes } from './visible-homes.ts';
