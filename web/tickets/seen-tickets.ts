import { useSyncExternalStore } from 'react';

const key = 'docket.seen';
const keptMax = 20;
const listeners = new Set<() => void>();
let seen: readonly string[] | undefined;

/** The tickets that were opened last in this browser, by id, the latest first. */
export const useSeenTickets = (): readonly string[] => useSyncExternalStore(subscribe, read);

export function rememberSeen(id: string): void {
  if (read()[0] === id) return;
  seen = [id, ...read().filter((one) => one !== id)].slice(0, keptMax);
  localStorage.setItem(key, seen.join(','));
  for (const listener of listeners) listener();
}

const read = () => (seen ??= (localStorage.getItem(key) ?? '').split(',').filter(Boolean));

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
