export { applyDensity, type Density, setDensity, useDensity } from './list/density.ts';
export { useOwnFieldsOf } from './list/own-columns.ts';
export { NewTicketDialog } from './new-ticket/new-ticket-dialog.tsx';
export { openNewTicket } from './new-ticket/new-ticket-state.ts';
export { RememberSeen } from './remember-seen.tsx';
export { Excerpt } from './search/excerpt.tsx';
export { excerptsQuery } from './search/search-queries.ts';
export { TicketDrawer, ticketQueries, useLateTicket } from './ticket/index.ts';
export { findTarget, offerVerbs, runVerb, titleOfTickets, type VerbTarget } from './verbs/index.ts';
