/** Where an item of a virtual list is, in px from the top of the list. */
export interface Span {
  index: number;
  start: number;
  size: number;
}

/** The items of a list, found by number or by place. */
export interface Spans {
  count: number;
  totalPx: number;
  at(index: number): Span;
  /** The last item that begins at or above this place. */
  indexAt(px: number): number;
}

/** All items are equally high: nothing is stored, so that 100,000 cost no more than ten. */
export function evenSpans(count: number, itemPx: number): Spans {
  return {
    count,
    totalPx: count * itemPx,
    at: (index) => ({ index, start: index * itemPx, size: itemPx }),
    indexAt: (px) => clampIndex(Math.floor(px / itemPx), count),
  };
}

/** Items with individual heights. Those that were never drawn are assumed to be `itemPx` high. */
export function measuredSpans(
  keys: readonly string[],
  heights: ReadonlyMap<string, number>,
  { itemPx, spacingPx }: { itemPx: number; spacingPx: number },
): Spans {
  const starts = new Float64Array(keys.length + 1);
  let start = 0;
  for (const [index, key] of keys.entries()) {
    starts[index] = start;
    start += (heights.get(key) ?? itemPx) + spacingPx;
  }
  starts[keys.length] = start;
  const startOf = (index: number) => starts[index] ?? 0;
  return {
    count: keys.length,
    totalPx: Math.max(0, start - spacingPx),
    at: (index) => ({
      index,
      start: startOf(index),
      size: startOf(index + 1) - startOf(index) - spacingPx,
    }),
    indexAt: (px) => {
      let [low, high] = [0, keys.length];
      while (low < high) {
        const middle = (low + high) >> 1;
        if (startOf(middle) <= px) low = middle + 1;
        else high = middle;
      }
      return clampIndex(low - 1, keys.length);
    },
  };
}

/** The numbers from `first` to `last` and the other given ones, in ascending order. */
export function withOthers(
  first: number,
  last: number,
  others: readonly (number | undefined)[],
  count: number,
): number[] {
  const indexes = Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at);
  const isOutside = (index: number | undefined): index is number =>
    index !== undefined && index >= 0 && index < count && (index < first || index > last);
  const added = new Set(others.filter(isOutside));
  return added.size > 0 ? [...indexes, ...added].sort((a, b) => a - b) : indexes;
}

/** How far to scroll so that the item is in sight: not at all if it is. */
export function scrollTopFor(
  { start, size }: Span,
  view: { scrollTop: number; heightPx: number; coveredPx: number },
): number {
  if (start - view.coveredPx < view.scrollTop) return Math.max(0, start - view.coveredPx);
  return Math.max(view.scrollTop, start + size - view.heightPx);
}

const clampIndex = (index: number, count: number) => Math.max(0, Math.min(index, count - 1));
