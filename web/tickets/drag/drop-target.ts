/**
 * What lies at a point. At the start of a drag the library lays an element under the pointer that takes the first events
 * (a workaround for Chrome), so the topmost element alone does not say it.
 */
export function elementAt(x: number, y: number, selector: string): HTMLElement | undefined {
  for (const element of document.elementsFromPoint(x, y)) {
    const found = element.closest<HTMLElement>(selector);
    if (found) return found;
  }
  return undefined;
}

/** Tells a drop from a drag that was cancelled: only a drop has a `drop` event of the browser. */
export function watchDrops() {
  let hasDropped = false;
  const listening = new AbortController();
  const note = ({ type }: Event) => {
    hasDropped = type === 'drop';
  };
  // On the window and before the first drag, so that it is known before the library tells of the end of the drag.
  for (const type of ['dragstart', 'drop'])
    addEventListener(type, note, { capture: true, signal: listening.signal });
  return { hasDropped: () => hasDropped, stop: () => listening.abort() };
}
