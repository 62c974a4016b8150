import { changeSettings, personalSettings, useSetting } from '../../parts/personal-settings.ts';

export type Density = 'comfortable' | 'compact';

/** The height of rows that the person chose. */
export const useDensity = (): Density => useSetting('density') ?? 'comfortable';

export const setDensity = (density: Density): void => changeSettings({ density });

/** Called before the first render; follows each change. */
export function applyDensity(): void {
  const apply = () =>
    document.documentElement.classList.toggle(
      'density-compact',
      personalSettings.get().density === 'compact',
    );
  apply();
  personalSettings.subscribe(apply);
}
