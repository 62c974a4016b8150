export { findViewEntries } from './find-entries.ts';
export { viewEvents } from './view-events.ts';
export { addRoutes } from './view-routes.ts';
export { deleteViewsOfProject, listViews, listViewTickets } from './views.ts';
