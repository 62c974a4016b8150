export { addAutomaticWatchers, listWatchersOf } from './watcher-store.ts';
export { filterReadable, filterReaders, listWatcherIds } from './watchers.ts';
