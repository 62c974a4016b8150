export { addSearchRoutes } from './search-routes.ts';
export { startIndexer } from './start-indexer.ts';
