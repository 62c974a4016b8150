import type { DocsSettings } from './docs-settings.ts';
import { newThreads, type Threads } from './run-thread.ts';

/** What every verb of the room works with. */
export interface DocsDesk {
  settings: DocsSettings;
  threads: Threads;
}

export const newDocsDesk = (settings: DocsSettings): DocsDesk => ({ settings, threads: newThreads() });
