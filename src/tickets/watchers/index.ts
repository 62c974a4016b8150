export { addAutomaticWatchers } from './watcher-store.ts';
export { filterReaders, listWatcherIds } from './watchers.ts';
