/**
 * Remembers how far the parts of a page were scrolled, for each entry of the browser's history: going back or reloading
 * shows the same part. The browser itself remembers only the window, and the app scrolls in lists and columns.
 */

/** `left` is null for an element whose address determines it (`data-scrolls="down"`). */
type Positions = [selector: string, left: number | null, top: number][];

const storageKey = 'docket.scroll';
/** The number of history entries that are remembered. */
const maxEntries = 50;
/** After this time the list is assumed to be shorter than it was. */
const restoreForMs = 2000;

let entryKey = '';
let toRestore: Positions | undefined;
let memory: Map<string, Positions> | undefined;
const scrolled = new Set<Element>();

export function enterHistoryEntry(state: { key?: string } | null): void {
  if (!memory) {
    memory = readMemory();
    document.addEventListener('scroll', ({ target }) => target instanceof Element && scrolled.add(target), {
      capture: true,
      passive: true,
    });
    // Stops if the person scrolls in the meantime.
    for (const type of ['wheel', 'touchstart', 'keydown', 'pointerdown'])
      addEventListener(type, () => (toRestore = undefined), { capture: true, passive: true });
    addEventListener('pagehide', () => {
      leaveHistoryEntry();
      storeMemory();
    });
  }
  // An entry that the app did not make has no key. Its address tells it from others, also in first-screen.ts.
  entryKey = state?.key ?? location.pathname + location.search;
  toRestore = memory.get(entryKey);
}

export function leaveHistoryEntry(): void {
  const positions: Positions = [];
  for (const element of scrolled) {
    if (!element.isConnected) scrolled.delete(element);
    else if (element.scrollTop > 0 || element.scrollLeft > 0)
      positions.push([
        buildSelector(element),
        isSideways(element) ? element.scrollLeft : null,
        element.scrollTop,
      ]);
  }
  memory?.delete(entryKey);
  if (positions.length > 0) memory?.set(entryKey, positions);
}

/** Called when the page of the entry is drawn. A list whose rows are still being read gets its position later. */
export function restoreScroll(): void {
  const positions = toRestore;
  if (!positions) return;
  const endsAt = performance.now() + restoreForMs;
  const attempt = () => {
    if (positions !== toRestore) return;
    if (positions.filter(isMissed).length > 0 && performance.now() < endsAt) requestAnimationFrame(attempt);
    else toRestore = undefined;
  };
  attempt();
}

function isMissed([selector, left, top]: Positions[number]): boolean {
  const element = document.querySelector(selector);
  if (!element) return true;
  const wantedLeft = left ?? element.scrollLeft;
  element.scrollTo(wantedLeft, top);
  // Positions can be fractions of a pixel.
  return Math.abs(element.scrollTop - top) > 1 || Math.abs(element.scrollLeft - wantedLeft) > 1;
}

const isSideways = (element: Element) => element.getAttribute('data-scrolls') !== 'down';

function buildSelector(element: Element): string {
  const parent = element.parentElement;
  if (!parent || element.id) return element.id ? `#${CSS.escape(element.id)}` : ':root';
  return `${buildSelector(parent)}>:nth-child(${[...parent.children].indexOf(element) + 1})`;
}

function readMemory(): Map<string, Positions> {
  try {
    return new Map(JSON.parse(sessionStorage.getItem(storageKey) ?? '[]'));
  } catch {
    return new Map();
  }
}

function storeMemory(): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify([...(memory ?? [])].slice(-maxEntries)));
  } catch {
    // Without room in the storage a reloaded page begins at its top.
  }
}
