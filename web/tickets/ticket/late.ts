export { FieldHost } from '../fields/index.ts';
export { TicketPanel } from './ticket-panel.tsx';
