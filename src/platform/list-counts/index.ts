export { startListCountLoop } from './list-count-loop.ts';
export { addToListCounts, readListCount } from './list-count-store.ts';
