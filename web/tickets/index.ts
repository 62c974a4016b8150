export { applyDensity, type Density, setDensity, useDensity } from './list/density.ts';
export { NewTicketDialog } from './new-ticket/new-ticket-dialog.tsx';
export { openNewTicket } from './new-ticket/new-ticket-state.ts';
export { RememberSeen } from './remember-seen.tsx';
export { TicketDrawer, ticketQueries } from './ticket/index.ts';
