export { listViewTickets } from './list-view-tickets.ts';
export { viewEvents } from './view-events.ts';
export { addRoutes } from './view-routes.ts';
export { listViews } from './views.ts';
