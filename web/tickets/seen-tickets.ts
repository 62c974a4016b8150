import { SharedValue } from '../parts/shared-value.ts';

const key = 'docket.seen';
const keptMax = 20;
const seen = new SharedValue((globalThis.localStorage?.getItem(key) ?? '').split(',').filter(Boolean));

/** The ids of the last opened tickets in this browser, the latest first. */
export const useSeenTickets: () => readonly string[] = seen.use;

export function rememberSeen(id: string): void {
  if (seen.get()[0] === id) return;
  seen.set([id, ...seen.get().filter((one) => one !== id)].slice(0, keptMax));
  localStorage.setItem(key, seen.get().join(','));
}
