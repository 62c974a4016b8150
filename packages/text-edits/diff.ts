import type { Edit } from './edits.ts';

/** Texts that differ in more words than this are treated as rewritten: the search takes time and memory by its square. */
const differencesMax = 800;

/** The words that differ, as edits of whole words, spaces and signs. */
export const diffWords = (before: string, after: string): Edit[] =>
  diffPieces(splitWords(before), splitWords(after));

/** The lines that differ, as edits of whole lines. */
export const diffLines = (before: string, after: string): Edit[] =>
  diffPieces(splitLines(before), splitLines(after));

function diffPieces(old: readonly string[], fresh: readonly string[]): Edit[] {
  let start = 0;
  while (start < old.length && start < fresh.length && old[start] === fresh[start]) start++;
  let end = 0;
  const endMax = Math.min(old.length, fresh.length) - start;
  while (end < endMax && old[old.length - 1 - end] === fresh[fresh.length - 1 - end]) end++;
  const [a, b] = [old.slice(start, old.length - end), fresh.slice(start, fresh.length - end)];
  return joinSteps(findSteps(a, b), a, b, old.slice(0, start).join('').length);
}

/** The difference of two texts to the character: words as units, then without what both have in common at their ends. */
export const diff = (before: string, after: string): Edit[] =>
  diffWords(before, after).flatMap((edit) => trimEdit(before, edit));

const splitLines = (text: string): string[] => text.split(/(?<=\n)/);

const splitWords = (text: string): string[] => text.match(/[\p{L}\p{N}\p{M}]+|\s|[^\s]/gu) ?? [];

/** The shortest range whose replacement leads from one text to the other, as typing does. */
export const difference = (before: string, after: string): Edit[] =>
  trimEdit(before, { from: 0, to: before.length, insert: after });

function trimEdit(before: string, { from, to, insert }: Edit): Edit[] {
  let start = 0;
  while (from + start < to && start < insert.length && before[from + start] === insert[start]) start++;
  if (isInPair(insert, start) || isInPair(before, from + start)) start--;
  let end = 0;
  while (
    to - end > from + start &&
    end < insert.length - start &&
    before[to - 1 - end] === insert[insert.length - 1 - end]
  )
    end++;
  if (isInPair(insert, insert.length - end) || isInPair(before, to - end)) end--;
  const trimmed = { from: from + start, to: to - end, insert: insert.slice(start, insert.length - end) };
  return trimmed.from === trimmed.to && trimmed.insert === '' ? [] : [trimmed];
}

/** Whether the place is between the two halves of a character such as an emoji, which an edit must not part. */
const isInPair = (text: string, place: number): boolean =>
  place > 0 && /[\ud800-\udbff]/.test(text[place - 1] ?? '') && /[\udc00-\udfff]/.test(text[place] ?? '');

type Step = 'both' | 'old' | 'new';

/** The shortest way from one list of words to the other (Myers, 1986). */
function findSteps(a: readonly string[], b: readonly string[]): Step[] {
  const rounds: Int32Array[] = [];
  const max = Math.min(a.length + b.length, differencesMax);
  const furthest = new Int32Array(2 * max + 3);
  const middle = max + 1;
  for (let round = 0; round <= max; round++) {
    rounds.push(furthest.slice(middle - round - 1, middle + round + 2));
    for (let k = -round; k <= round; k += 2) {
      const isDown =
        k === -round || (k !== round && at(furthest, middle + k - 1) < at(furthest, middle + k + 1));
      let x = isDown ? at(furthest, middle + k + 1) : at(furthest, middle + k - 1) + 1;
      while (x < a.length && x - k < b.length && a[x] === b[x - k]) x++;
      furthest[middle + k] = x;
      if (x >= a.length && x - k >= b.length) return walkBack(rounds, a.length, b.length);
    }
  }
  return [...a.map((): Step => 'old'), ...b.map((): Step => 'new')];
}

const at = (array: Int32Array, index: number): number => array[index] ?? 0;

function walkBack(rounds: Int32Array[], oldLength: number, newLength: number): Step[] {
  const steps: Step[] = [];
  let [x, y] = [oldLength, newLength];
  for (let round = rounds.length - 1; round >= 0; round--) {
    // What round `round` began with: diagonal k is at index k + round + 1.
    const known = rounds[round] as Int32Array;
    const k = x - y;
    const isDown =
      k === -round || (k !== round && at(known, k - 1 + round + 1) < at(known, k + 1 + round + 1));
    const previousK = isDown ? k + 1 : k - 1;
    const previousX = round === 0 ? 0 : at(known, previousK + round + 1);
    const previousY = round === 0 ? 0 : previousX - previousK;
    while (x > previousX && y > previousY) {
      steps.push('both');
      x--;
      y--;
    }
    if (round === 0) break;
    steps.push(isDown ? 'new' : 'old');
    [x, y] = [previousX, previousY];
  }
  return steps.reverse();
}

/** Joins neighbouring steps to edits; `place` is where the words begin in the text. */
function joinSteps(
  steps: readonly Step[],
  a: readonly string[],
  b: readonly string[],
  place: number,
): Edit[] {
  const edits: Edit[] = [];
  let [x, y] = [0, 0];
  let open: Edit | undefined;
  for (const step of steps) {
    if (step === 'both') {
      open = undefined;
      place += (a[x++] as string).length;
      y++;
      continue;
    }
    if (!open) {
      open = { from: place, to: place, insert: '' };
      edits.push(open);
    }
    if (step === 'new') open.insert += b[y++] as string;
    else {
      place += (a[x++] as string).length;
      open.to = place;
    }
  }
  return edits;
}
