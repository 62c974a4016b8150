import { useEffect } from 'react';
import { SharedValue } from './shared-value.ts';

/** The name of this installation, which ends every title. */
export const appName = new SharedValue('Docket');

/** Sets the title of the window: `Board · Payments · Docket`. */
export function useWindowTitle(...parts: string[]): void {
  const title = [...parts, appName.use()].join(' · ');
  useEffect(() => {
    document.title = title;
  }, [title]);
}
