export { FieldHost } from '../fields/index.ts';
export { NewTicketForm } from '../new-ticket/new-ticket-form.tsx';
export { TicketPanel } from './panel/ticket-panel.tsx';
export { preloadOnHover } from './preload-on-hover.ts';
