const edgePx = 56;
const fastestPxPerFrame = 18;

/** How far to scroll in one frame: not at all in the middle, faster the nearer the pointer is to an edge or beyond it. */
export function scrollStep(pointer: number, start: number, end: number): number {
  const edge = Math.min(edgePx, (end - start) / 4);
  if (edge <= 0) return 0;
  const near = (distance: number) => Math.min(1, Math.max(0, (edge - distance) / edge));
  const back = near(pointer - start);
  const forward = near(end - pointer);
  return Math.round((forward - back) * fastestPxPerFrame);
}

/** Scrolls the element under the pointer while a card is dragged near its edges. */
export class AutoScroll {
  #pointer: { x: number; y: number } | undefined;
  #frame = 0;
  readonly #scrollersAt: (x: number, y: number) => { x: Element | null; y: Element | null };
  readonly #onScroll: () => void;

  /** `onScroll` is called after contents moved under a resting pointer. */
  constructor(
    scrollersAt: (x: number, y: number) => { x: Element | null; y: Element | null },
    onScroll: () => void,
  ) {
    this.#scrollersAt = scrollersAt;
    this.#onScroll = onScroll;
  }

  point(x: number, y: number): void {
    this.#pointer = { x, y };
    this.#frame ||= requestAnimationFrame(this.#scroll);
  }

  stop(): void {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    this.#pointer = undefined;
  }

  #scroll = (): void => {
    this.#frame = 0;
    if (!this.#pointer) return;
    const { x, y } = this.#pointer;
    const scrollers = this.#scrollersAt(x, y);
    const hasMovedX = scrollBy(scrollers.x, 'x', x);
    const hasMovedY = scrollBy(scrollers.y, 'y', y);
    if (hasMovedX || hasMovedY) {
      this.#onScroll();
      this.#frame = requestAnimationFrame(this.#scroll);
    }
  };
}

function scrollBy(element: Element | null, axis: 'x' | 'y', pointer: number): boolean {
  if (!element) return false;
  const { left, right, top, bottom } = element.getBoundingClientRect();
  const step = axis === 'x' ? scrollStep(pointer, left, right) : scrollStep(pointer, top, bottom);
  if (step === 0) return false;
  const before = element.scrollLeft + element.scrollTop;
  element.scrollBy(axis === 'x' ? { left: step, behavior: 'instant' } : { top: step, behavior: 'instant' });
  return element.scrollLeft + element.scrollTop !== before;
}
