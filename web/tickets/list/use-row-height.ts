import { useSyncExternalStore } from 'react';

/** The height of a row from the design tokens, which depends on the density and on the device. */
export const useRowHeight = (): number => useSyncExternalStore(subscribe, read);

const read = () =>
  Number.parseInt(getComputedStyle(document.documentElement).getPropertyValue('--row-height'), 10) || 36;

function subscribe(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['class'] });
  addEventListener('resize', listener);
  return () => {
    observer.disconnect();
    removeEventListener('resize', listener);
  };
}
