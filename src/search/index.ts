export { addSearchRoutes } from './search-routes.ts';
export { searchTickets } from './search-tickets.ts';
export { startIndexer } from './start-indexer.ts';
