export { addCommentRoutes } from './comment-routes.ts';
export { deletedKeptMs } from './delete-ticket.ts';
export { type Group, insertGroups, insertLabels } from './import-store.ts';
export { type ImportedTicket, importTickets } from './import-tickets.ts';
export type { Label } from './label-store.ts';
export { presentTicketItem } from './present-ticket.ts';
export { searchCondition, searchParams, searchWords } from './search-condition.ts';
export {
  type Ticket,
  type TicketStage,
  type TicketStatus,
  type TicketType,
  ticketKey,
  ticketStatuses,
} from './ticket.ts';
export { type Homes, listTicketRowsById, scopeCondition, scopeParams } from './ticket-list-store.ts';
export { addTicketRoutes } from './ticket-routes.ts';
export { TicketItem } from './ticket-schemas.ts';
export { purgeDeletedTickets } from './ticket-store.ts';
export { findVisibleHomes } from './visible-homes.ts';
