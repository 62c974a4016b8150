export { useLateTicket } from './late-ticket.ts';
export { TicketDrawer } from './ticket-drawer.tsx';
export { ticketQueries } from './ticket-queries.ts';
