import { useSyncExternalStore } from 'react';

/** The height of a row from the design tokens, which depends on the density and on the device. */
export const useRowHeight = (): number => useSyncExternalStore(subscribe, read);

/** Kept while somebody is told of its changes: reading it in each render would compute the styles of the page each time. */
let known: number | undefined;

function read(): number {
  known ??=
    Number.parseInt(getComputedStyle(document.documentElement).getPropertyValue('--row-height'), 10) || 36;
  return known;
}

function subscribe(listener: () => void): () => void {
  const onChange = () => {
    known = undefined;
    listener();
  };
  // Nobody may have been told of the last change.
  known = undefined;
  const observer = new MutationObserver(onChange);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['class'] });
  addEventListener('resize', onChange);
  return () => {
    known = undefined;
    observer.disconnect();
    removeEventListener('resize', onChange);
  };
}
