export { viewEvents } from './view-events.ts';
export { addRoutes } from './view-routes.ts';
export { listViews, listViewTickets } from './views.ts';
