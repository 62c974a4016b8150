import { SharedValue } from '../../parts/shared-value.ts';

export type Density = 'comfortable' | 'compact';

const key = 'docket.density';
const density = new SharedValue<Density>(
  globalThis.localStorage?.getItem(key) === 'compact' ? 'compact' : 'comfortable',
);

/** The height of rows that was chosen in this browser. */
export const useDensity = density.use;

export function setDensity(next: Density): void {
  localStorage.setItem(key, next);
  density.set(next);
  applyDensity();
}

/** Called before the first render, and after each change. */
export function applyDensity(): void {
  document.documentElement.classList.toggle('density-compact', density.get() === 'compact');
}
