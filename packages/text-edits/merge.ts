import { diff } from './diff.ts';
import { applyEdits, type Edit, type Edits, transform } from './edits.ts';

interface Merged {
  text: string;
  /** What was applied to `mine`. */
  edits: Edit[];
  /** True if both changed the same place in different ways; the text then has what both wrote there. */
  hasOverlap: boolean;
}

/** Brings what `theirs` changed since `base` into `mine`. A change that both made in the same way is made once. */
export function mergeTexts(base: string, mine: string, theirs: string): Merged {
  const [own, others] = [diff(base, mine), diff(base, theirs)];
  const distinct = without(others, own);
  const edits = transform(distinct, own, true);
  return { text: applyEdits(mine, edits), edits, hasOverlap: doOverlap(without(own, others), distinct) };
}

const without = (edits: Edits, others: Edits): Edit[] =>
  edits.filter((a) => !others.some((b) => a.from === b.from && a.to === b.to && a.insert === b.insert));

const doOverlap = (own: Edits, others: Edits): boolean =>
  own.some((a) => others.some((b) => a.from <= b.to && b.from <= a.to));
