/**
 * Where the parts of a page were scrolled to, per entry of the browser's history: going back or reloading shows what one
 * saw. The browser itself remembers the window alone, and the app scrolls in lists and columns.
 */

type Positions = [selector: string, left: number, top: number][];

const storageKey = 'docket.scroll';
/** As many entries of the history are remembered. */
const maxEntries = 50;

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
    addEventListener('pagehide', () => {
      leaveHistoryEntry();
      storeMemory();
    });
  }
  entryKey = state?.key ?? '';
  toRestore = memory.get(entryKey);
}

export function leaveHistoryEntry(): void {
  const positions: Positions = [];
  for (const element of scrolled) {
    if (!element.isConnected) scrolled.delete(element);
    else if (element.scrollTop > 0 || element.scrollLeft > 0)
      positions.push([selectorOf(element), element.scrollLeft, element.scrollTop]);
  }
  memory?.delete(entryKey);
  if (positions.length > 0) memory?.set(entryKey, positions);
}

/** Called when the page of the entry is drawn. */
export function restoreScroll(): void {
  for (const [selector, left, top] of toRestore ?? []) document.querySelector(selector)?.scrollTo(left, top);
  toRestore = undefined;
}

function selectorOf(element: Element): string {
  const parent = element.parentElement;
  if (!parent || element.id) return element.id ? `#${CSS.escape(element.id)}` : ':root';
  return `${selectorOf(parent)}>:nth-child(${[...parent.children].indexOf(element) + 1})`;
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
