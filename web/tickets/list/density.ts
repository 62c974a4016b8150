import { useSyncExternalStore } from 'react';

export type Density = 'comfortable' | 'compact';

const key = 'docket.density';
const listeners = new Set<() => void>();

/** How high rows are, in this browser. */
export const useDensity = (): Density => useSyncExternalStore(subscribe, readDensity);

const readDensity = (): Density => (localStorage.getItem(key) === 'compact' ? 'compact' : 'comfortable');

export function setDensity(density: Density): void {
  localStorage.setItem(key, density);
  applyDensity();
  for (const listener of listeners) listener();
}

/** Called before the first render, and after each change. */
export function applyDensity(): void {
  document.documentElement.classList.toggle('density-compact', readDensity() === 'compact');
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
