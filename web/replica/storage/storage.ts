import type { Entry } from '../pending.ts';
import type { ProjectSnapshot, Snapshot } from '../snapshot.ts';
import type { DraftStorage } from './drafts.ts';
import type { FirstScreen } from './first-screen.ts';

/** What one person's pages leave for the next in this browser. */
export interface ReplicaStorage extends DraftStorage {
  readSnapshot(): Promise<Snapshot | undefined>;
  /** In one transaction: the projects that changed, and which ones hold at the position; others are removed. */
  writeSnapshot(cursor: string, changed: ProjectSnapshot[], held: string[], shown?: ShownAt): Promise<void>;
  readFirstScreen(address: string): Promise<FirstScreen | undefined>;
  writeEntries(tabId: string, entries: readonly Entry[]): Promise<void>;
  /** Gives the entries of tabs that are gone to this one, each to one tab only. */
  takeEntries(tabId: string, isGone: (owner: EntryOwner) => boolean): Promise<Entry[]>;
  /** Forgets everything of this person. */
  clear(): Promise<void>;
}

/** What a page shows at its address; undefined if the next page there has to read everything first. */
export interface ShownAt {
  address: string;
  screen: FirstScreen | undefined;
}

export interface EntryOwner {
  tabId: string;
  /** When the tab last said that it is there. */
  touchedAtMs: number;
}
