/**
 * Finds the element at a point. At the start of a drag the library puts an element under the pointer that takes the
 * first events (a workaround for Chrome), so the topmost element alone is not enough.
 */
export function elementAt(x: number, y: number, selector: string): HTMLElement | undefined {
  for (const element of document.elementsFromPoint(x, y)) {
    const found = element.closest<HTMLElement>(selector);
    if (found) return found;
  }
  return undefined;
}

/** Tells a drop from a cancelled drag: only a drop has the browser's `drop` event. */
export function watchDrops() {
  let hasDropped = false;
  const listening = new AbortController();
  const note = ({ type }: Event) => {
    hasDropped = type === 'drop';
  };
  // On the window and before the first drag, so that it runs before the library reports the end of the drag.
  for (const type of ['dragstart', 'drop'])
    addEventListener(type, note, { capture: true, signal: listening.signal });
  return { hasDropped: () => hasDropped, stop: () => listening.abort() };
}
