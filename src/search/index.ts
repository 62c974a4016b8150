export { startIndexer } from './indexing/start-indexer.ts';
export { searchTickets } from './query/search-tickets.ts';
export { addSearchRoutes } from './search-routes.ts';
