export { addToListCounts, firstCountFrom, readListCount, startListCountLoop } from './list-count-store.ts';
