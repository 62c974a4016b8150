import { readRow, ticketIdOf } from '../../replica/index.ts';
import { openTicketMenu } from '../fields/open-field.ts';
import { findTarget, findTargetAt, type VerbTarget } from './verb-target.ts';

const longPressMs = 550;
/** A finger that moves further scrolls. */
const slipPx = 8;
/** What has a menu of the browser that people need: text, pictures, fields. */
const ownMenu = 'input, textarea, select, [contenteditable], .markdown, img, video';

/** Opens the menu of a ticket by a right click on it, wherever it is shown, and by a long press. */
export function openMenusByPointer(): void {
  let pressing: ReturnType<typeof setTimeout> | undefined;
  let start: Touch | undefined;
  let hasOpened = false;
  const stop = () => clearTimeout(pressing);

  document.addEventListener('contextmenu', (event) => {
    stop();
    if (event.defaultPrevented || wantsBrowserMenu(event)) return;
    const { target, clientX: x, clientY: y } = event;
    if (!(target instanceof Element)) return;
    if (target.closest('[role="menu"]') || openAt(target, { x, y })) event.preventDefault();
  });

  // Safari on a phone has no event for a long press. On a board the press drags, and its end opens the menu.
  document.addEventListener(
    'touchstart',
    ({ touches, target }) => {
      stop();
      hasOpened = false;
      [start] = touches;
      if (
        touches.length > 1 ||
        !start ||
        !(target instanceof Element) ||
        target.closest('[draggable], [data-bar]')
      )
        return;
      const { clientX: x, clientY: y } = start;
      pressing = setTimeout(() => {
        hasOpened = !isOwnMenu(target) && openAt(target, { x, y });
      }, longPressMs);
    },
    { passive: true },
  );
  document.addEventListener(
    'touchmove',
    ({ touches: [now] }) => {
      if (start && now && Math.hypot(now.clientX - start.clientX, now.clientY - start.clientY) > slipPx)
        stop();
    },
    { passive: true },
  );
  document.addEventListener('touchcancel', stop);
  document.addEventListener(
    'touchend',
    (event) => {
      stop();
      // No click follows, which would open the ticket behind the menu.
      if (hasOpened && event.cancelable) event.preventDefault();
    },
    { passive: false },
  );
}

/** Opens the menu of the focused ticket, otherwise of the open one, the selection or the active row. */
export function openMenuByKey(): void {
  const focused = document.activeElement;
  const ref = focused ? ticketAt(focused) : undefined;
  const target = ref !== undefined && focused ? targetOf(ref, focused) : findTarget();
  if (!target) return;
  const at = focused && ref !== undefined ? focused : anchorOf(target);
  openTicketMenu(target.ids, at, target.more, target.view);
}

/** With Shift, with Ctrl and the right button, on text and in fields, the browser shows its own menu. */
function wantsBrowserMenu({ shiftKey, ctrlKey, button, target }: MouseEvent): boolean {
  // On a Mac, Ctrl and the left button are a right click.
  if (shiftKey || (ctrlKey && button === 2) || !(target instanceof Element)) return true;
  return isOwnMenu(target);
}

function isOwnMenu(target: Element): boolean {
  const selection = getSelection();
  const isSelected = selection !== null && !selection.isCollapsed && selection.containsNode(target, true);
  return isSelected || target.closest(ownMenu) !== null;
}

function openAt(element: Element, at: { x: number; y: number }): boolean {
  const ref = ticketAt(element);
  if (ref === undefined) return false;
  const { ids, more, view } = targetOf(ref, element);
  openTicketMenu(ids, at, more, view);
  return true;
}

const targetOf = (ref: string, element: Element): VerbTarget => {
  const id = ticketIdOf(ref);
  return id === undefined ? { ids: [ref], at: element } : findTargetAt(id, element);
};

const anchorOf = ({ at }: VerbTarget): Element => (at instanceof Element ? at : at('menu'));

/** The id or key of the ticket that a row, card, entry or link shows. */
function ticketAt(element: Element): string | undefined {
  const shown = element.closest<HTMLElement>('[data-id], [data-card], [data-ticket]');
  const id = shown?.dataset.id ?? shown?.dataset.card ?? shown?.dataset.ticket;
  if (id !== undefined && readRow(id)) return id;
  const link = element.closest('a[href^="/t/"]')?.getAttribute('href');
  return link ? decodeURIComponent(link.slice('/t/'.length).replace(/[?#].*/, '')) : undefined;
}
