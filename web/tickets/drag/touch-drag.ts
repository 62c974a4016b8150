const longPressMs = 300;
/** A finger that moves further than this before the long press scrolls. */
const slipPx = 8;

export interface TouchDragTarget {
  /** False if the dragged element follows the finger itself, instead of a copy of it. */
  hasCopy?: boolean;
  /** The element of the ticket under the finger, if it may be dragged. */
  ticketAt(target: EventTarget | null): HTMLElement | undefined;
  /** Called with the position of the finger and the touched element. */
  start(card: HTMLElement, x: number, touched: EventTarget | null): void;
  move(x: number, y: number): void;
  drop(): void;
  cancel(): void;
}

/**
 * Drags tickets by touch after a long press. The browser's own touch drag is not used: it starts late on Android, and iOS
 * lets a second finger add another card to it.
 *
 * | state    | event                     | next     | effect                              |
 * |----------|---------------------------|----------|-------------------------------------|
 * | idle     | one finger down on a card | pressing | wait 300 ms                         |
 * | pressing | finger moves, lifts, more | idle     | the browser scrolls or clicks       |
 * | pressing | 300 ms have passed        | dragging | a copy of the card follows          |
 * | dragging | finger moves              | dragging | the page does not scroll            |
 * | dragging | finger lifts              | idle     | drop; no click follows              |
 * | dragging | lifts without a move      | idle     | the menu of the ticket opens        |
 * | dragging | second finger, cancel     | idle     | everything stays where it was       |
 */
export function addTouchDrag(root: HTMLElement, target: TouchDragTarget): () => void {
  let pressing: { timer: ReturnType<typeof setTimeout>; x: number; y: number } | undefined;
  let isDragging = false;
  /** The card that was lifted and where, until the finger moves. */
  let held: { card: HTMLElement; x: number; y: number } | undefined;
  let copy: { element: HTMLElement; dx: number; dy: number } | undefined;

  const stopPressing = () => {
    clearTimeout(pressing?.timer);
    pressing = undefined;
  };
  const stopDragging = () => {
    copy?.element.remove();
    copy = undefined;
    isDragging = false;
  };

  const onStart = (event: TouchEvent) => {
    stopPressing();
    const [touch] = event.touches;
    if (isDragging || event.touches.length > 1 || !touch) return cancel();
    const card = target.ticketAt(event.target);
    if (!card) return;
    const { clientX: x, clientY: y } = touch;
    const { target: touched } = event;
    pressing = { x, y, timer: setTimeout(() => lift(card, x, y, touched), longPressMs) };
  };

  const lift = (card: HTMLElement, x: number, y: number, touched: EventTarget | null) => {
    stopPressing();
    isDragging = true;
    held = { card, x, y };
    if (target.hasCopy !== false) addCopy(card, x, y);
    navigator.vibrate?.(10);
    target.start(card, x, touched);
    place(x, y);
    target.move(x, y);
  };

  const addCopy = (card: HTMLElement, x: number, y: number) => {
    const { left, top, width, height } = card.getBoundingClientRect();
    const element = card.cloneNode(true) as HTMLElement;
    element.removeAttribute('id');
    element.classList.add('ticket-lifted');
    Object.assign(element.style, { width: `${width}px`, height: `${height}px` });
    element.inert = true;
    copy = { element, dx: left - x, dy: top - y };
    document.body.append(element);
  };

  const place = (x: number, y: number) => {
    if (copy) copy.element.style.transform = `translate(${x + copy.dx}px, ${y + copy.dy}px) rotate(2deg)`;
  };

  const onMove = (event: TouchEvent) => {
    const [touch] = event.touches;
    if (!touch) return;
    const { clientX: x, clientY: y } = touch;
    if (pressing && Math.hypot(x - pressing.x, y - pressing.y) > slipPx) stopPressing();
    if (!isDragging) return;
    event.preventDefault();
    if (held && Math.hypot(x - held.x, y - held.y) > slipPx) held = undefined;
    place(x, y);
    target.move(x, y);
  };

  const onEnd = (event: TouchEvent) => {
    stopPressing();
    if (!isDragging) return;
    event.preventDefault();
    stopDragging();
    if (!held) return target.drop();
    target.cancel();
    const { card, x: clientX, y: clientY } = held;
    card.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true, clientX, clientY }));
  };

  const cancel = () => {
    stopPressing();
    if (!isDragging) return;
    stopDragging();
    target.cancel();
  };

  // A long press on a link opens the browser's menu, which would end the drag.
  const onContextMenu = (event: Event) => {
    if (isDragging || pressing) event.preventDefault();
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && isDragging) cancel();
  };

  const listening = new AbortController();
  const { signal } = listening;
  root.addEventListener('touchstart', onStart, { passive: true, signal });
  // Not passive, and registered before the touch begins: otherwise the browser has already decided to scroll.
  root.addEventListener('touchmove', onMove, { passive: false, signal });
  root.addEventListener('touchend', onEnd, { passive: false, signal });
  root.addEventListener('touchcancel', cancel, { signal });
  root.addEventListener('contextmenu', onContextMenu, { signal });
  document.addEventListener('keydown', onKey, { capture: true, signal });
  return () => {
    cancel();
    listening.abort();
  };
}
