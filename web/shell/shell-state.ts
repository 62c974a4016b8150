import { useSyncExternalStore } from 'react';

/** What lies over the page and can be opened from anywhere. */
type Overlay = 'palette' | 'keys' | 'more' | 'sign-in';

let overlay: Overlay | undefined;
const listeners = new Set<() => void>();

export const useOverlay = () => useSyncExternalStore(subscribe, () => overlay);
export const openPalette = () => show('palette');
export const openKeyMap = () => show('keys');
export const openMore = () => show('more');
export const askToSignInAgain = () => show('sign-in');
export const closeOverlay = () => show(undefined);

function show(next: Overlay | undefined): void {
  overlay = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
