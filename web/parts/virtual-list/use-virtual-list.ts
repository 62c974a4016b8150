import { type RefObject, useLayoutEffect, useReducer, useState } from 'react';
import { flushSync } from 'react-dom';
import {
  evenSpans,
  measuredSpans,
  type Span,
  type Spans,
  scrollTopFor,
  withOthers,
} from './virtual-spans.ts';

interface VirtualListOptions {
  scroller: RefObject<HTMLElement | null>;
  /** The number of items that are all `itemPx` high, or the keys of items whose heights are measured. */
  items: number | readonly string[];
  /** For measured items: the assumed height until an item is drawn. */
  itemPx: number;
  spacingPx?: number;
  /** Keeps measured heights for other lists of the same items, which then place them correctly at once. */
  heights?: Map<string, number>;
  /** This many items before and after the visible ones are drawn too. */
  overscan: number;
  /** The height at the top of the scroller that a sticky element covers. */
  coveredPx?: number;
  /** Items that are drawn although they are out of sight, for example the one with the focus. */
  alsoDrawn?: (firstInSight: number) => readonly (number | undefined)[];
}

/**
 * Draws the items of a list that are in sight. Every item is placed by a transform in a box of `totalPx`; a measured item
 * has `ref={list.measure}` and `data-index`, and its key is its React key.
 */
export function useVirtualList(options: VirtualListOptions): VirtualList {
  const [, redraw] = useReducer((times: number) => times + 1, 0);
  const [list] = useState(() => new VirtualList(redraw, options.itemPx));
  list.update(options);
  useLayoutEffect(() => list.settle());
  useLayoutEffect(() => () => list.detach(), [list]);
  return list;
}

/** The height of the last measured list, by the height of an item. */
const lastHeights = new Map<number, number>();

class VirtualList {
  /** What is drawn. */
  drawn: readonly Span[] = [];
  readonly #redraw: () => void;
  #options: VirtualListOptions | undefined;
  #spans: Spans = evenSpans(0, 1);
  #element: HTMLElement | undefined;
  #scrollTop = 0;
  /** Until it is measured, the height of the last such list, so that the visible items are drawn at once. */
  #heightPx: number;
  /** Items out of sight are drawn after the first paint, which they would delay. */
  isPainted = false;
  #first = 0;
  #last = -1;
  readonly #ownHeights = new Map<string, number>();
  readonly #keys = new WeakMap<Element, string>();
  readonly #observer = new ResizeObserver((entries) => this.#onResize(entries));
  #isRemeasured = false;
  /** Items drawn since the last measurement, measured together: each alone could make the browser lay out again. */
  #unmeasured: HTMLElement[] = [];
  /** Set after items above the visible ones were measured, so that the visible ones do not move. */
  #shiftPx = 0;
  /** The item that was scrolled to; its position is known once those around it are measured. */
  #aim: number | undefined;

  constructor(redraw: () => void, itemPx: number) {
    this.#redraw = redraw;
    this.#heightPx = lastHeights.get(itemPx) ?? window.innerHeight * 0.9;
  }

  get #heights(): Map<string, number> {
    return this.#options?.heights ?? this.#ownHeights;
  }

  get totalPx(): number {
    return this.#spans.totalPx;
  }

  /** Called while rendering. */
  update(options: VirtualListOptions): void {
    const { items, itemPx, spacingPx = 0, alsoDrawn } = options;
    const before = this.#options;
    this.#options = options;
    if (typeof items === 'number') this.#spans = evenSpans(items, itemPx);
    else if (items !== before?.items || itemPx !== before.itemPx || this.#isRemeasured)
      this.#spans = measuredSpans(items, this.#heights, { itemPx, spacingPx });
    this.#isRemeasured = false;
    [this.#first, this.#last] = this.#range();
    const others = alsoDrawn?.(this.#spans.indexAt(this.#scrollTop)) ?? [];
    this.drawn = withOthers(this.#first, this.#last, others, this.#spans.count).map(this.#spans.at);
  }

  /** Called after the rendered items are in the page but before they are painted. */
  settle(): void {
    const element = this.#options?.scroller.current ?? undefined;
    if (element !== this.#element) this.#attach(element);
    for (const item of this.#unmeasured) {
      const key = this.#keys.get(item);
      if (key !== undefined) this.#measured(key, item.offsetHeight);
    }
    this.#unmeasured = [];
    if (this.#isRemeasured) {
      this.#redraw();
      return;
    }
    if (this.#shiftPx !== 0 && element) element.scrollTop += this.#shiftPx;
    this.#shiftPx = 0;
    if (this.#aim !== undefined) this.scrollTo(this.#aim);
    this.#aim = undefined;
  }

  detach(): void {
    this.#element?.removeEventListener('scroll', this.#onScroll);
    this.#observer.disconnect();
    this.#element = undefined;
  }

  readonly measure = (element: HTMLElement | null): (() => void) | undefined => {
    const items = this.#options?.items;
    if (!element || typeof items !== 'object') return undefined;
    const key = items[Number(element.dataset.index)];
    if (key === undefined) return undefined;
    this.#keys.set(element, key);
    this.#unmeasured.push(element);
    this.#observer.observe(element);
    return () => this.#observer.unobserve(element);
  };

  /** Scrolls as little as needed to show the item. */
  readonly scrollTo = (index: number): void => {
    const element = this.#element;
    if (!element || index < 0 || index >= this.#spans.count) return;
    const { coveredPx = 0 } = this.#options ?? {};
    const view = { scrollTop: element.scrollTop, heightPx: this.#heightPx, coveredPx };
    const scrollTop = scrollTopFor(this.#spans.at(index), view);
    if (scrollTop === element.scrollTop) return;
    element.scrollTop = scrollTop;
    this.#scrollTop = element.scrollTop;
    this.#aim = index;
    this.#redraw();
  };

  #attach(element: HTMLElement | undefined): void {
    this.detach();
    this.#element = element;
    if (!element) return;
    element.addEventListener('scroll', this.#onScroll, { passive: true });
    this.#observer.observe(element);
    for (const item of element.querySelectorAll<HTMLElement>('[data-index]'))
      if (this.#keys.has(item)) this.#observer.observe(item);
    if (!this.isPainted) requestAnimationFrame(() => setTimeout(() => this.#onPainted()));
  }

  #onPainted(): void {
    this.isPainted = true;
    if (this.#element) this.#redraw();
  }

  readonly #onScroll = (): void => {
    this.#scrollTop = this.#element?.scrollTop ?? 0;
    this.#drawInSight();
  };

  /** At once, because the browser paints the list next. */
  #drawInSight(): void {
    const [first, last] = this.#range();
    if (first < this.#first || last > this.#last) flushSync(this.#redraw);
  }

  #onResize(entries: readonly ResizeObserverEntry[]): void {
    for (const { target, borderBoxSize } of entries) {
      const key = this.#keys.get(target);
      if (target === this.#element) this.#measureScroller(this.#element);
      else if (key !== undefined && target.isConnected)
        this.#measured(key, Math.round(borderBoxSize[0]?.blockSize ?? 0));
    }
    if (this.#isRemeasured) this.#redraw();
  }

  /** Called after the browser has laid out the page; measuring earlier would make it lay out again. */
  #measureScroller(element: HTMLElement): void {
    this.#heightPx = element.clientHeight;
    if (this.#heightPx > 0) lastHeights.set(this.#options?.itemPx ?? 0, this.#heightPx);
    this.#scrollTop = element.scrollTop;
    this.#drawInSight();
  }

  #measured(key: string, px: number): void {
    const { items, itemPx = 0 } = this.#options ?? {};
    if (px === 0 || typeof items !== 'object') return;
    const span = this.drawn.find(({ index }) => items[index] === key);
    const expected = span?.size ?? this.#heights.get(key) ?? itemPx;
    this.#heights.set(key, px);
    if (px === expected) return;
    this.#isRemeasured = true;
    if (span && span.start + span.size <= this.#scrollTop) this.#shiftPx += px - expected;
  }

  #range(): [first: number, last: number] {
    const overscan = this.isPainted ? (this.#options?.overscan ?? 0) : 0;
    const { count } = this.#spans;
    const first = Math.max(0, this.#spans.indexAt(this.#scrollTop) - overscan);
    const last = Math.min(count - 1, this.#spans.indexAt(this.#scrollTop + this.#heightPx) + overscan);
    return [first, last];
  }
}
