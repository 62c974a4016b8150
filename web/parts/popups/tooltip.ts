import { keyText } from '../keys/key-text.ts';
import './tooltip.css';

export interface TooltipProps {
  /** Shown after the pointer has rested briefly, and at once on keyboard focus. A name must not be in a tooltip alone. */
  tooltip?: string | undefined;
  /** The keys that do the same, as `useKeys` writes them: `c`, `g b`, `mod+k`. */
  keys?: string | undefined;
}

/**
 * One element shows the tooltips of the whole page, found through attributes: a row with six tooltips has no
 * more components than a row without.
 */
export const tooltipAttributes = (tooltip: string | undefined, keys?: string) => ({
  'data-tooltip': tooltip,
  'data-keys': tooltip === undefined ? undefined : keys,
});

const restMs = 450;
/** After one tooltip the next appears at once, so that a person can read along a toolbar. */
const warmMs = 400;
const gap = 6;

let element: HTMLElement | undefined;
let owner: Element | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
let hiddenAt = 0;

if (typeof document !== 'undefined') installTooltips();

function installTooltips(): void {
  document.addEventListener('pointerover', (event) => {
    if (event.pointerType === 'touch') return;
    if (element && event.target instanceof Node && element.contains(event.target)) return;
    const next = ownerOf(event.target);
    if (next === owner) return;
    hide();
    if (next) showLater(next, performance.now() - hiddenAt < warmMs ? 0 : restMs);
  });
  document.addEventListener('focusin', (event) => {
    const next = ownerOf(event.target);
    if (next?.matches(':focus-visible') && next === event.target) show(next);
    else if (next !== owner) hide();
  });
  document.addEventListener('focusout', hide);
  for (const name of ['pointerdown', 'scroll', 'wheel'] as const) {
    document.addEventListener(name, hide, { capture: true, passive: true });
  }
  document.addEventListener('keydown', (event) => event.key === 'Escape' && hide(), { capture: true });
}

const ownerOf = (target: EventTarget | null): Element | undefined =>
  (target instanceof Element && target.closest('[data-tooltip]')) || undefined;

function showLater(next: Element, delayMs: number): void {
  owner = next;
  timer = setTimeout(() => next.isConnected && show(next), delayMs);
}

function show(next: Element): void {
  clearTimeout(timer);
  // An open menu says more than the tooltip of its button.
  if (next.getAttribute('aria-expanded') === 'true') return;
  owner = next;
  element ??= newElement();
  const text = document.createElement('span');
  text.textContent = next.getAttribute('data-tooltip');
  element.replaceChildren(text, ...keyText(next.getAttribute('data-keys') ?? '').map(newKey));
  element.showPopover?.();
  place(element, next.getBoundingClientRect());
}

function place(tip: HTMLElement, at: DOMRect): void {
  const { width, height } = tip.getBoundingClientRect();
  const below = at.bottom + gap + height <= innerHeight;
  const left = Math.max(gap, Math.min(at.left + at.width / 2 - width / 2, innerWidth - width - gap));
  tip.style.left = `${Math.round(left)}px`;
  tip.style.top = `${Math.round(below ? at.bottom + gap : Math.max(gap, at.top - gap - height))}px`;
}

function newElement(): HTMLElement {
  const created = document.createElement('div');
  created.className = 'tooltip';
  created.popover = 'manual';
  created.setAttribute('role', 'tooltip');
  document.body.append(created);
  return created;
}

function newKey(text: string): HTMLElement {
  const key = document.createElement('kbd');
  key.className = 'key-hint-key';
  key.textContent = text;
  return key;
}

function hide(): void {
  clearTimeout(timer);
  if (element?.matches(':popover-open')) {
    element.hidePopover();
    hiddenAt = performance.now();
  }
  owner = undefined;
}
