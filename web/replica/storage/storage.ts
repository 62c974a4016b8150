import type { Entry } from '../pending.ts';
import type { ProjectSnapshot, Snapshot } from '../snapshot.ts';
import type { DraftStorage } from './drafts.ts';
import type { FirstScreen } from './first-screen.ts';

/** What one person's pages store for their next page in this browser. */
export interface ReplicaStorage extends DraftStorage {
  readSnapshot(): Promise<Snapshot | undefined>;
  /** In one transaction, stores the changed projects and which projects are valid at the position; others are removed. */
  writeSnapshot(cursor: string, changed: ProjectSnapshot[], cached: string[], shown?: ShownAt): Promise<void>;
  readFirstScreen(address: string): Promise<FirstScreen | undefined>;
  writeEntries(tabId: string, entries: readonly Entry[]): Promise<void>;
  /** Assigns the entries of closed tabs to this tab. Each entry goes to one tab only. */
  takeEntries(tabId: string, isGone: (owner: EntryOwner) => boolean): Promise<Entry[]>;
  /** Removes everything of this person. */
  clear(): Promise<void>;
}

/** What a page shows at its address; undefined if the next page there must read everything first. */
export interface ShownAt {
  address: string;
  screen: FirstScreen | undefined;
}

export interface EntryOwner {
  tabId: string;
  /** When the tab last signalled that it is open. */
  touchedAtMs: number;
}
