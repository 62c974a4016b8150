export { FieldHost } from '../fields/index.ts';
export { NewTicketForm } from '../new-ticket/new-ticket-form.tsx';
export { preloadOnHover } from './preload-on-hover.ts';
export { TicketPanel } from './ticket-panel.tsx';
