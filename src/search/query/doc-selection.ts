import { DocSet } from '../indexing/doc-set.ts';

/** The documents that a condition selects or, inverted, those that it excludes, whichever are fewer. */
export interface DocSelection {
  docs: DocSet;
  isInverted: boolean;
}

export const selected = (docs: DocSet): DocSelection => ({ docs, isInverted: false });
export const every = (): DocSelection => inverse(selected(new DocSet()));
export const none = (): DocSelection => selected(new DocSet());

export const inverse = ({ docs, isInverted }: DocSelection): DocSelection => ({
  docs,
  isInverted: !isInverted,
});

/** Selects what both select. May change the given sets. */
export function both(a: DocSelection, b: DocSelection): DocSelection {
  if (a.isInverted && b.isInverted) return inverse(selected(a.docs.unionWith(b.docs)));
  if (a.isInverted) return selected(b.docs.subtract(a.docs));
  if (b.isInverted) return selected(a.docs.subtract(b.docs));
  return selected(a.docs.intersectWith(b.docs));
}

/** Selects what at least one of them selects. May change the given sets. */
export const either = (a: DocSelection, b: DocSelection): DocSelection =>
  inverse(both(inverse(a), inverse(b)));
