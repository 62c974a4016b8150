/** What a toast must not lie on: the bars at the foot of a screen, and the field that is typed into. */
const kept =
  '.selection-bar, .ticket-stream-foot, .quick-add, .quick-add-button, :is(input, textarea, .rich-field):focus';
const gapPx = 8;
const releases = ['pointerup', 'pointercancel', 'dragend'];
const changes = ['focusin', 'focusout', 'input', 'scroll', 'keyup', 'resize', 'transitionend', ...releases];

/** Lifts the toasts above what they would cover, also while people go on working. Returns what ends it. */
export function liftToasts(list: HTMLElement): () => void {
  let frame = 0;
  let liftedPx = 0;
  // Not `:active`: Chromium keeps it after a drag until the pointer moves.
  let isPressed = false;
  const lift = () => {
    frame = 0;
    // What is pressed would move away and get no click; the release of the pointer is a change too.
    if (isPressed) return;
    const { left, right, top, bottom } = list.getBoundingClientRect();
    const below = { left, right, top: top + liftedPx, bottom: bottom + liftedPx };
    const found = liftAbove(below, [...document.querySelectorAll(kept)].map(boxOf));
    // Higher than the middle of the window it would only cover something else.
    const wanted = found < innerHeight / 2 ? found : 0;
    // A style that is set again is computed again, in every frame while a list scrolls.
    if (wanted === liftedPx) return;
    liftedPx = wanted;
    list.style.translate = liftedPx === 0 ? '' : `0 ${-liftedPx}px`;
  };
  const onPress = () => {
    isPressed = true;
  };
  const onChange = ({ type }: { type?: string } = {}) => {
    if (type !== undefined && releases.includes(type)) isPressed = false;
    frame ||= requestAnimationFrame(lift);
  };
  lift();
  addEventListener('pointerdown', onPress, { capture: true, passive: true });
  for (const name of changes) addEventListener(name, onChange, { capture: true, passive: true });
  const observer = new MutationObserver(() => onChange());
  observer.observe(document.body, { childList: true, subtree: true });
  return () => {
    cancelAnimationFrame(frame);
    observer.disconnect();
    removeEventListener('pointerdown', onPress, { capture: true });
    for (const name of changes) removeEventListener(name, onChange, { capture: true });
    list.style.translate = '';
  };
}

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** How many pixels a box has to rise until it covers none of the others. */
export function liftAbove(box: Box, others: readonly Box[]): number {
  let lift = 0;
  // From the lowest to the highest, so that one pass is enough.
  for (const other of others.toSorted((a, b) => b.top - a.top)) {
    const isBeside = other.right <= box.left || other.left >= box.right || other.left === other.right;
    if (isBeside || other.bottom <= box.top - lift || other.top >= box.bottom - lift) continue;
    lift = Math.ceil(box.bottom - other.top + gapPx);
  }
  return lift;
}

const boxOf = (element: Element): Box =>
  (element.matches(':focus') ? (element.closest('form') ?? element) : element).getBoundingClientRect();
