export { buildListIndex } from './indexing/build-list-index.ts';
export { isIndexBehind } from './indexing/index-store.ts';
export { rebuildSearch } from './indexing/rebuild-index.ts';
export { startIndexer } from './indexing/start-indexer.ts';
export { countUnindexedTickets, findUnindexedEvents } from './indexing/waiting-store.ts';
export { searchTickets } from './query/search-tickets.ts';
export { ticketIndex } from './query/ticket-index.ts';
export { addRoutes } from './search-routes.ts';
