/** How many letters of a word may be wrong. */
export const editsAllowed = (letters: number) => (letters >= 8 ? 2 : letters >= 4 ? 1 : 0);

/** Whether so many letters added, left out, replaced or swapped with their neighbour make the one of the other. */
export function isWithinEdits(a: string, b: string, edits: number): boolean {
  const [from, to] = [[...a], [...b]];
  if (Math.abs(from.length - to.length) > edits) return false;
  let beforeLast: number[] = [];
  let last = to.map((_, j) => j);
  last.push(to.length);
  for (let i = 1; i <= from.length; i++) {
    const row = [i];
    for (let j = 1; j <= to.length; j++) {
      const same = from[i - 1] === to[j - 1];
      let least = Math.min(at(last, j) + 1, at(row, j - 1) + 1, at(last, j - 1) + (same ? 0 : 1));
      if (i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1]) {
        least = Math.min(least, at(beforeLast, j - 2) + 1);
      }
      row.push(least);
    }
    if (Math.min(...row) > edits && Math.min(...last) > edits) return false;
    [beforeLast, last] = [last, row];
  }
  return at(last, to.length) <= edits;
}

const at = (row: number[], index: number) => row[index] ?? Number.POSITIVE_INFINITY;

/**
 * Every word within so many edits holds at least one of these: of one part more than there are edits, one is left
 * alone. Only a swap across a seam touches two parts, so the word is also cut with the letters at its seams swapped.
 */
export function fragmentsOf(word: string, edits: number): string[] {
  const letters = [...word];
  const seams = Array.from({ length: edits }, (_, i) => Math.floor(((i + 1) * letters.length) / (edits + 1)));
  let variants = [letters];
  for (const seam of seams) variants = variants.flatMap((variant) => [variant, swapped(variant, seam)]);
  const ends = [0, ...seams, letters.length];
  const fragments = variants.flatMap((variant) =>
    ends.slice(1).map((end, i) => variant.slice(ends[i], end).join('')),
  );
  return [...new Set(fragments)];
}

function swapped(letters: string[], seam: number): string[] {
  const [left, right] = [letters[seam - 1] as string, letters[seam] as string];
  return letters.with(seam - 1, right).with(seam, left);
}
