import type { Span } from '../../parts/virtual-list/virtual-spans.ts';

/** The place of a dropped card: directly after one card or directly before another. Empty in an empty column. */
export interface DropPlace {
  after?: string;
  before?: string;
}

/** The gap at a pointer, as the index of the card below it. Only drawn cards are known; the middle of a card decides. */
export function gapAt(cards: readonly Span[], y: number): number {
  const below = cards.find(({ start, size }) => y < start + size / 2);
  if (below) return below.index;
  const last = cards.at(-1);
  return last ? last.index + 1 : 0;
}

/** The position of the line that shows the gap. */
export function gapTop(cards: readonly Span[], gap: number, spacing: number): number {
  const below = cards.find(({ index }) => index === gap);
  if (below) return below.start - spacing / 2;
  const above = cards.findLast(({ index }) => index < gap);
  return above ? above.start + above.size + spacing / 2 : 0;
}

/** The neighbour of the gap that is not moved itself: a moved card cannot be placed after itself. */
export function placeInGap(ids: readonly string[], gap: number, moved: ReadonlySet<string>): DropPlace {
  const after = ids.slice(0, gap).findLast((id) => !moved.has(id));
  if (after !== undefined) return { after };
  const before = ids.slice(gap).find((id) => !moved.has(id));
  return before === undefined ? {} : { before };
}

/** True if the cards are in this gap already, in this order. */
export function isInGap(ids: readonly string[], gap: number, moved: readonly string[]): boolean {
  const [first] = moved;
  if (first === undefined) return true;
  const start = ids.indexOf(first);
  return (
    start >= 0 &&
    gap >= start &&
    gap <= start + moved.length &&
    moved.every((id, offset) => ids[start + offset] === id)
  );
}

/** The gap for a position counted from 1, after the moved cards are taken out. */
export function gapOfPosition(ids: readonly string[], position: number, moved: ReadonlySet<string>): number {
  const others = ids.filter((id) => !moved.has(id));
  const below = others[Math.max(0, position - 1)];
  return below === undefined ? ids.length : ids.indexOf(below);
}

/** The gap one step up or down from a card; undefined at the edge. */
export function gapOneStep(ids: readonly string[], id: string, direction: 'up' | 'down'): number | undefined {
  const index = ids.indexOf(id);
  if (index < 0) return undefined;
  const gap = direction === 'up' ? index - 1 : index + 2;
  return gap >= 0 && gap <= ids.length ? gap : undefined;
}
