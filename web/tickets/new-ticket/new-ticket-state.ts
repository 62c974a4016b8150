import { useSyncExternalStore } from 'react';
import type { NewTicket } from '../../replica/index.ts';

/** What is known of a ticket before its dialog opens: the column it was added to, the parent. */
export type Prefill = Partial<Omit<NewTicket, 'workspaceId'>>;

interface Opened {
  prefill: Prefill;
  /** Tells two openings apart. */
  serial: number;
}

let opened: Opened | undefined;
let serial = 0;
const listeners = new Set<() => void>();

/** Opens the dialog “New ticket” over any screen. */
export function openNewTicket(prefill: Prefill = {}): void {
  set({ prefill, serial: ++serial });
}

export const closeNewTicket = (): void => set(undefined);

export const useOpenedNewTicket = () => useSyncExternalStore(subscribe, () => opened);

function set(next: Opened | undefined): void {
  opened = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
